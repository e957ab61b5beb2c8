import type { ReactNode } from 'react';
import type { Look } from './button.tsx';
import { DialogButton } from './dialog.tsx';
import { Form, type Entered } from './form.tsx';

interface FormButtonProps {
  label: string;
  /** For screen readers, where several buttons have the same label. */
  name?: string;
  look?: Look;
  /** What the dialog is called, where it is not the label. */
  title?: string;
  text?: string;
  /** What the form's own button says, where it is not the label. */
  submit?: string;
  onSubmit: (entered: Entered) => Promise<unknown>;
  done: string;
  /** The fields. */
  children: ReactNode;
}

/** A button that opens a form in a dialog, which closes once it is sent. */
export function FormButton({ text, submit, onSubmit, done, children, ...button }: FormButtonProps) {
  return (
    <DialogButton {...button}>
      {(close) => (
        <>
          {text !== undefined && <p>{text}</p>}
          <Form onSubmit={onSubmit} submit={submit ?? button.label} done={done} onDone={close} onCancel={close}>
            {children}
          </Form>
        </>
      )}
    </DialogButton>
  );
}
