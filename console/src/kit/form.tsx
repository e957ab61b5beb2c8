import { InvalidRequestError, type Detail } from '@partner-ordering/client';
import { createContext, use, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { refresh } from '../api/queries.ts';
import { faultText, useTexts } from '../text/language.tsx';
import { Button, type Look } from './button.tsx';
import { linesOf, useReason } from './states.tsx';
import { kitTexts } from './texts.ts';
import { useToast } from './toast.tsx';

interface Faults {
  details: readonly Detail[];
  /** A field says that it shows the details of its name. */
  claim: (name: string) => void;
}

/** Closes what a form stands in, such as a dialog: once it is sent, or when its reader cancels. */
export const CloseContext = createContext<(() => void) | undefined>(undefined);

const FaultsContext = createContext<Faults>({ details: [], claim: () => undefined });

/** The texts of the fields of a submitted form, trimmed; of a field that is missing, an empty one. */
export interface Entered {
  text: (name: string) => string;
  /** As it was entered, with its blanks: a password. */
  secret: (name: string) => string;
  number: (name: string) => number | null;
  isChecked: (name: string) => boolean;
  /** What is ticked of a `ChecksField`. */
  ticked: (name: string) => string[];
  file: (name: string) => File | null;
  /** What differs from what the fields would show untouched: what others changed meanwhile is not sent back. */
  changed: <Values extends object>(valuesIn: (entered: Entered) => Values) => Partial<Values>;
}

interface FormProps {
  /** Sends what was entered. What the API refuses is shown beside the field that it names. */
  onSubmit: (entered: Entered) => Promise<unknown>;
  /** What its button says; without, it saves. */
  submit?: string;
  /** Of the button that submits; `plain` where the screen's next step is another. */
  look?: Look;
  /** Said in a toast once it is done. */
  done?: string | undefined;
  /** Instead of closing what it stands in. */
  onDone?: (() => void) | undefined;
  /** Once it is done it stays open, and its fields are empty again, for the next. */
  isRepeated?: boolean;
  buttons?: ReactNode;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A form whose fields have the names of the API's fields (`monthly_budget.amount`). */
export function Form({ submit, look = 'main', done, buttons, isDisabled = false, children, ...given }: FormProps) {
  const texts = useTexts(kitTexts);
  const claimed = useRef(new Set<string>());
  const { form, send, isBusy, error, close } = useSending({ ...given, done: submit === undefined ? texts.saved : done });
  const details = error instanceof InvalidRequestError ? error.details : [];
  const others = details.filter(({ path }) => ![...claimed.current].some((name) => isOf(path, name)));
  const reason = useReason(error);
  const summary = others.length > 0 ? linesOf(others) : details.length > 0 ? texts.wrong : reason;
  return (
    <FaultsContext value={{ details, claim: (name) => claimed.current.add(name) }}>
      <form ref={form} className="form" onSubmit={(event) => void send(event)}>
        {children}
        {error !== undefined && (
          <p className="wrong" role="alert">
            {summary}
          </p>
        )}
        <div className="actions">
          <Button type="submit" look={look} isBusy={isBusy} disabled={isDisabled}>
            {submit ?? texts.save}
          </Button>
          {buttons}
          {close && (
            <Button disabled={isBusy} onClick={close}>
              {texts.back}
            </Button>
          )}
        </div>
      </form>
    </FaultsContext>
  );
}

function useSending({ onSubmit, done, onDone, isRepeated }: Pick<FormProps, 'onSubmit' | 'done' | 'onDone' | 'isRepeated'>) {
  const toast = useToast();
  const close = use(CloseContext);
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // Already submitting.
    if (isBusy) return;
    setBusy(true);
    try {
      // A pressed button with a name says its value.
      const entered = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
      await onSubmit(enteredIn(entered, event.currentTarget));
      setError(undefined);
      if (done !== undefined) toast(done);
      if (isRepeated && form.current) restart(form.current, entered);
      else if (!onDone) close?.();
      onDone?.();
      // It cannot be sent again before what is shown is true again.
      await refresh();
    } catch (failure) {
      // At once, as a busy button has lost the focus.
      flushSync(() => setError(failure));
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    } finally {
      flushSync(() => setBusy(false));
      requestAnimationFrame(() => keepFocus(form.current));
    }
  };
  return { form, send, isBusy, error, close };
}

/** A field that shows what was saved is a new one, without the focus. */
const keepFocus = (form: HTMLFormElement | null): void => {
  if (document.activeElement === document.body) form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
};

/** Empties the form, unless somebody has typed on while it was sent. */
function restart(form: HTMLFormElement, sent: FormData): void {
  if ([...new FormData(form)].some(([name, value]) => typeof value === 'string' && value !== sent.get(name))) return;
  form.reset();
  form.querySelector<HTMLElement>('input, textarea')?.focus();
}

/** What the API says of the field with this name, or of one below it. */
export function useFault(name: string): string | undefined {
  const { details, claim } = use(FaultsContext);
  claim(name);
  const found = details.filter(({ path }) => isOf(path, name)).map(faultText);
  return found.length > 0 ? found.join(', ') : undefined;
}

const isOf = (path: string, name: string): boolean => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);

function enteredIn(data: FormData, form: HTMLFormElement): Entered {
  const secret = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const text = (name: string): string => secret(name).trim();
  const entered: Entered = {
    text,
    secret,
    number: (name) => (text(name) === '' ? null : Number(text(name))),
    isChecked: (name) => data.has(name),
    ticked: (name) => data.getAll(name).map(String),
    file: (name) => {
      const value = data.get(name);
      return value instanceof File && value.size > 0 ? value : null;
    },
    changed: (valuesIn) => {
      const untouched = form.cloneNode(true) as HTMLFormElement;
      untouched.reset();
      const before = new Map(Object.entries(valuesIn(enteredIn(new FormData(untouched), untouched))));
      const isChanged = ([name, value]: [string, unknown]): boolean => JSON.stringify(value) !== JSON.stringify(before.get(name));
      return Object.fromEntries(Object.entries(valuesIn(entered)).filter(isChanged)) as Partial<ReturnType<typeof valuesIn>>;
    },
  };
  return entered;
}
