import { createContext, use, useCallback, useState, type ReactNode, type RefCallback } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../text/language.tsx';
import { kitTexts } from './texts.ts';

type Tone = 'good' | 'wrong';
type ShowToast = (text: string, tone?: Tone) => void;
type Message = { id: string; text: string; tone: Tone };

const ToastContext = createContext<ShowToast>(() => undefined);
const RegionContext = createContext<RefCallback<HTMLElement>>(() => undefined);
const VISIBLE_MS = 6_000;

/** Says something in a corner of the page, and to screen readers. What is wrong stays until it is closed. */
export const useToast = (): ShowToast => use(ToastContext);

/** Each dialog has one too: screen readers ignore what is behind an open one, and announce only what is added to a status. */
export function ToastRegion() {
  return <div ref={use(RegionContext)} className="toasts" role="status" />;
}

export function Toaster({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const [regions, setRegions] = useState<HTMLElement[]>([]);
  const register = useCallback((region: HTMLElement | null) => {
    if (region) setRegions((all) => [...all, region]);
    return () => setRegions((all) => all.filter((one) => one !== region));
  }, []);
  const close = useCallback((id: string) => setMessages((all) => all.filter((one) => one.id !== id)), []);
  const show = useCallback<ShowToast>(
    (text, tone = 'good') => {
      const id = crypto.randomUUID();
      setMessages((all) => [...all, { id, text, tone }]);
      if (tone === 'good') setTimeout(close, VISIBLE_MS, id);
    },
    [close],
  );
  return (
    <ToastContext value={show}>
      <RegionContext value={register}>
        {children}
        <ToastRegion />
      </RegionContext>
      {messages.map(({ id, ...toast }) => (
        <Toast key={id} {...toast} regions={regions} onClose={() => close(id)} />
      ))}
    </ToastContext>
  );
}

interface ToastProps extends Omit<Message, 'id'> {
  regions: readonly HTMLElement[];
  onClose: () => void;
}

/** It stays in the place that was opened last when it appears, and goes to the page with that place. */
function Toast({ text, tone, regions, onClose }: ToastProps) {
  const { close, labelFor } = useTexts(kitTexts);
  const [first] = useState(regions.at(-1));
  const region = first && regions.includes(first) ? first : regions[0];
  const toast = (
    <div className={`toast ${tone}`}>
      <span>{text}</span>
      <button type="button" aria-label={labelFor(close, text)} onClick={onClose}>
        ×
      </button>
    </div>
  );
  return region && createPortal(toast, region);
}
