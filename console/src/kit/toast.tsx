import { createContext, use, useCallback, useState, type ReactNode, type RefCallback } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../text/language.tsx';
import { kitTexts } from './texts.ts';

type Tone = 'good' | 'wrong';
type Say = (text: string, tone?: Tone) => void;
type Said = { id: string; text: string; tone: Tone };

const ToastContext = createContext<Say>(() => undefined);
const PlaceContext = createContext<RefCallback<HTMLElement>>(() => undefined);
const SHOWN_MS = 6_000;

/** Says something in a corner of the page, and to screen readers. What is wrong stays until it is closed. */
export const useToast = (): Say => use(ToastContext);

/** Each dialog has one too: screen readers ignore what is behind an open one, and announce only what is added to a status. */
export function ToastPlace() {
  return <div ref={use(PlaceContext)} className="toasts" role="status" />;
}

export function Toaster({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<Said[]>([]);
  const [places, setPlaces] = useState<HTMLElement[]>([]);
  const open = useCallback((place: HTMLElement | null) => {
    if (place) setPlaces((all) => [...all, place]);
    return () => setPlaces((all) => all.filter((one) => one !== place));
  }, []);
  const close = useCallback((id: string) => setSaid((all) => all.filter((one) => one.id !== id)), []);
  const say = useCallback<Say>(
    (text, tone = 'good') => {
      const id = crypto.randomUUID();
      setSaid((all) => [...all, { id, text, tone }]);
      if (tone === 'good') setTimeout(close, SHOWN_MS, id);
    },
    [close],
  );
  return (
    <ToastContext value={say}>
      <PlaceContext value={open}>
        {children}
        <ToastPlace />
      </PlaceContext>
      {said.map(({ id, ...toast }) => (
        <Toast key={id} {...toast} places={places} onClose={() => close(id)} />
      ))}
    </ToastContext>
  );
}

interface ToastProps extends Omit<Said, 'id'> {
  places: readonly HTMLElement[];
  onClose: () => void;
}

/** It stays in the place that was opened last when it appears, and goes to the page with that place. */
function Toast({ text, tone, places, onClose }: ToastProps) {
  const { close, about } = useTexts(kitTexts);
  const [first] = useState(places.at(-1));
  const place = first && places.includes(first) ? first : places[0];
  const toast = (
    <div className={`toast ${tone}`}>
      <span>{text}</span>
      <button type="button" aria-label={about(close, text)} onClick={onClose}>
        ×
      </button>
    </div>
  );
  return place && createPortal(toast, place);
}
