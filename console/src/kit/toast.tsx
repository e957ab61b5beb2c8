import { createContext, use, useCallback, useState, type ReactNode, type RefCallback } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../text/language.tsx';
import { kitTexts } from './texts.ts';

type Tone = 'good' | 'wrong';
type Say = (text: string, tone?: Tone) => void;

const ToastContext = createContext<Say>(() => undefined);
const PlaceContext = createContext<RefCallback<HTMLElement>>(() => undefined);
const SHOWN_MS = 6_000;

/** Says something in a corner of the page, and to screen readers. What is wrong stays until it is closed. */
export const useToast = (): Say => use(ToastContext);

/** Stands in each dialog too: screen readers hear nothing behind an open one, and only what comes into a status that was there before. */
export function ToastPlace() {
  return <div ref={use(PlaceContext)} className="toasts" role="status" />;
}

/** Toasts appear in the place that was opened last. */
export function Toaster({ children }: { children: ReactNode }) {
  const texts = useTexts(kitTexts);
  const [said, setSaid] = useState<{ id: string; text: string; tone: Tone }[]>([]);
  const [places, setPlaces] = useState<HTMLElement[]>([]);
  const open = useCallback((place: HTMLElement | null) => {
    if (place) setPlaces((all) => [...all, place]);
    return () => setPlaces((all) => all.filter((one) => one !== place));
  }, []);
  const last = places.at(-1);
  const close = useCallback((id: string) => setSaid((all) => all.filter((one) => one.id !== id)), []);
  const say = useCallback<Say>(
    (text, tone = 'good') => {
      const id = crypto.randomUUID();
      setSaid((all) => [...all, { id, text, tone }]);
      if (tone === 'good') setTimeout(close, SHOWN_MS, id);
    },
    [close],
  );
  const toasts = said.map(({ id, text, tone }) => (
    <div key={id} className={`toast ${tone}`}>
      <span>{text}</span>
      <button type="button" aria-label={texts.close} onClick={() => close(id)}>
        ×
      </button>
    </div>
  ));
  return (
    <ToastContext value={say}>
      <PlaceContext value={open}>
        {children}
        <ToastPlace />
      </PlaceContext>
      {last && createPortal(toasts, last)}
    </ToastContext>
  );
}
