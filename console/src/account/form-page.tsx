import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isMissing } from '../api/queries.ts';
import { Form, type FormValues } from '../kit/form.tsx';
import { useTexts } from '../text/language.tsx';
import { accountTexts } from './texts.ts';

interface FormPageProps {
  title: string;
  /** The text above the form, or in its place. */
  text?: string | undefined;
  submit?: string;
  /** The text in place of the form, once it is sent. */
  done?: string;
  /** Sends what was entered; without, the page has no form. */
  onSubmit?: (values: FormValues) => Promise<unknown>;
  children?: ReactNode;
}

/** A page that says something and asks something, until that is sent or the link of the mail turns out to be used. */
export function FormPage({ title, text = '', submit = '', done = '', onSubmit, children }: FormPageProps) {
  const { usedLink } = useTexts(accountTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  const [end, setEnd] = useState<string>();
  useEffect(() => {
    document.title = title;
  }, [title]);
  const close = (text: string): void => {
    // A used token need not stay in the history.
    history.replaceState(null, '', location.pathname);
    setEnd(text);
    heading.current?.focus();
  };
  const send = async (values: FormValues): Promise<void> => {
    try {
      await onSubmit?.(values);
      close(done);
    } catch (error) {
      if (!isMissing(error)) throw error;
      close(usedLink);
    }
  };
  return (
    <main>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p role="status">{end ?? text}</p>
      {onSubmit && end === undefined && (
        <Form submit={submit} onSubmit={send}>
          {children}
        </Form>
      )}
    </main>
  );
}
