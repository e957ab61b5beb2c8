import { InvalidRequestError, type Detail } from '@partner-ordering/client';
import { createContext, use, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { refresh } from '../api/queries.ts';
import { faultText, useTexts } from '../text/language.tsx';
import { Button, type Look } from './button.tsx';
import { leave, markSent, unmarkSent, untouched } from './changes.ts';
import { linesOf, reasonOf, useReason } from './states.tsx';
import { kitTexts } from './texts.ts';
import { useToast } from './toast.tsx';

interface Faults {
  details: readonly Detail[];
  /** Called by a field that shows the details of its name. */
  claim: (name: string) => void;
}

/** Closes the dialog around a form, once the form is sent or canceled. */
export const CloseContext = createContext<(() => void) | undefined>(undefined);

const FaultsContext = createContext<Faults>({ details: [], claim: () => undefined });

/** The values of a submitted form. Texts are trimmed; the text of a missing field is empty. */
export interface FormValues {
  text: (name: string) => string;
  /** A text with its spaces, such as a password. */
  secret: (name: string) => string;
  number: (name: string) => number | null;
  isChecked: (name: string) => boolean;
  /** The ticked values of a `ChecksField`. */
  tickedValues: (name: string) => string[];
  file: (name: string) => File | null;
  /** The values that the user changed. The others are not sent, since somebody else may have changed them. */
  changedValues: <Values extends object>(valuesIn: (values: FormValues) => Values) => Partial<Values>;
}

interface FormProps {
  /** Sends the entered values. A refusal by the API is shown beside the field that it names. */
  onSubmit: (values: FormValues) => Promise<unknown>;
  /** The label of the submit button; "Save" by default. */
  submit?: string;
  /** The look of the submit button; `plain` if the screen's next step is another. */
  look?: Look;
  /** The text of the toast after a success. */
  done?: string | undefined;
  /** Runs after a success, instead of closing the dialog. */
  onDone?: (() => void) | undefined;
  /** After a success the form stays open with empty fields, for the next entry. */
  isRepeated?: boolean;
  buttons?: ReactNode;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A form whose fields have the names of the API's fields (`monthly_budget.amount`). */
export function Form({ submit, look = 'main', done, buttons, isDisabled = false, children, ...sending }: FormProps) {
  const texts = useTexts(kitTexts);
  const claimedNames = useRef(new Set<string>());
  const { form, send, isBusy, error, close } = useSending({ ...sending, done: submit === undefined ? texts.saved : done });
  const details = error instanceof InvalidRequestError ? error.details : [];
  const otherDetails = details.filter(({ path }) => ![...claimedNames.current].some((name) => isOf(path, name)));
  const reason = useReason(error);
  const summary = otherDetails.length > 0 ? linesOf(otherDetails) : details.length > 0 ? texts.wrong : reason;
  return (
    <FaultsContext value={{ details, claim: (name) => claimedNames.current.add(name) }}>
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
            <Button disabled={isBusy} onClick={() => leave(form.current?.parentElement ?? null, close)}>
              {texts.back}
            </Button>
          )}
        </div>
      </form>
    </FaultsContext>
  );
}

function useSending({ onSubmit, done, onDone, isRepeated }: Pick<FormProps, 'onSubmit' | 'done' | 'onDone' | 'isRepeated'>) {
  const texts = useTexts(kitTexts);
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
    markSent(event.currentTarget);
    try {
      // A pressed button with a name adds its value.
      const data = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
      await onSubmit(valuesOfForm(data, event.currentTarget));
      setError(undefined);
      if (done !== undefined) toast(done);
      if (isRepeated && form.current) restart(form.current, data);
      else if (!onDone) close?.();
      onDone?.();
      // The form stays busy until the screen shows the new data.
      await refresh();
    } catch (failure) {
      if (form.current) unmarkSent(form.current);
      // The reader may have left.
      else toast(reasonOf(failure) ?? texts.offline, 'wrong');
      // Rendered at once, since a busy button has lost the focus.
      flushSync(() => setError(failure));
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    } finally {
      flushSync(() => setBusy(false));
      requestAnimationFrame(() => keepFocus(form.current));
    }
  };
  return { form, send, isBusy, error, close };
}

/** A field that shows a saved value is a new element, without the focus. */
const keepFocus = (form: HTMLFormElement | null): void => {
  if (document.activeElement === document.body) form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
};

/** Empties the form, unless the user has typed since it was sent. */
function restart(form: HTMLFormElement, sentValues: FormData): void {
  if ([...new FormData(form)].some(([name, value]) => typeof value === 'string' && value !== sentValues.get(name))) return;
  form.reset();
  form.querySelector<HTMLElement>('input, textarea')?.focus();
}

/** The API's error about the field with this name, or about a field below it. */
export function useFault(name: string): string | undefined {
  const { details, claim } = use(FaultsContext);
  claim(name);
  const faults = details.filter(({ path }) => isOf(path, name)).map(faultText);
  return faults.length > 0 ? faults.join(', ') : undefined;
}

const isOf = (path: string, name: string): boolean => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);

function valuesOfForm(data: FormData, form: HTMLFormElement): FormValues {
  const secret = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const text = (name: string): string => secret(name).trim();
  const formValues: FormValues = {
    text,
    secret,
    number: (name) => (text(name) === '' ? null : Number(text(name))),
    isChecked: (name) => data.has(name),
    tickedValues: (name) => data.getAll(name).map(String),
    file: (name) => {
      const value = data.get(name);
      return value instanceof File && value.size > 0 ? value : null;
    },
    changedValues: (valuesIn) => {
      const initialForm = untouched(form);
      const initialValues = new Map(Object.entries(valuesIn(valuesOfForm(new FormData(initialForm), initialForm))));
      const isChanged = ([name, value]: [string, unknown]): boolean => JSON.stringify(value) !== JSON.stringify(initialValues.get(name));
      return Object.fromEntries(Object.entries(valuesIn(formValues)).filter(isChanged)) as Partial<ReturnType<typeof valuesIn>>;
    },
  };
  return formValues;
}
