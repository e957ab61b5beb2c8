import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isMissing } from '../api/queries.ts';
import { Form, type Entered } from '../kit/form.tsx';
import { useTexts } from '../text/language.tsx';
import { accountTexts } from './texts.ts';

interface AskingProps {
  title: string;
  /** The text above the form, or in its place. */
  said?: string | undefined;
  submit?: string;
  /** The text in place of the form, once it is sent. */
  done?: string;
  /** Sends what was entered; without, the page has no form. */
  onSubmit?: (entered: Entered) => Promise<unknown>;
  children?: ReactNode;
}

/** A page that says something and asks something, until that is sent or the link of the mail turns out to be used. */
export function Asking({ title, said = '', submit = '', done = '', onSubmit, children }: AskingProps) {
  const { over } = useTexts(accountTexts);
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
  const send = async (entered: Entered): Promise<void> => {
    try {
      await onSubmit?.(entered);
      close(done);
    } catch (error) {
      if (!isMissing(error)) throw error;
      close(over);
    }
  };
  return (
    <main>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p role="status">{end ?? said}</p>
      {onSubmit && end === undefined && (
        <Form submit={submit} onSubmit={send}>
          {children}
        </Form>
      )}
    </main>
  );
}
