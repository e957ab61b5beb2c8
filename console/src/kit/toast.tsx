import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { useTexts } from '../text/language.tsx';
import { kitTexts } from './texts.ts';

type Tone = 'good' | 'wrong';
type Say = (text: string, tone?: Tone) => void;

const ToastContext = createContext<Say>(() => undefined);
const SHOWN_MS = 6_000;

/** Says something in a corner of the page, and to screen readers. What is wrong stays until it is closed. */
export const useToast = (): Say => use(ToastContext);

export function Toaster({ children }: { children: ReactNode }) {
  const texts = useTexts(kitTexts);
  const [said, setSaid] = useState<{ id: string; text: string; tone: Tone }[]>([]);
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
      {children}
      <div className="toasts" role="status">
        {said.map(({ id, text, tone }) => (
          <div key={id} className={`toast ${tone}`}>
            <span>{text}</span>
            <button type="button" aria-label={texts.close} onClick={() => close(id)}>
              ×
            </button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
