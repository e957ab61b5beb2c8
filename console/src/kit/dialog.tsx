import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button, type Look } from './button.tsx';
import { Form } from './form.tsx';

/** A modal dialog while it is rendered; Escape and a press beside it close it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it leaves the page: only then the focus goes back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => event.target === ref.current && [event.preventDefault(), onClose()]}
      // Not on click, which a selection that ends beside the dialog would be too.
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      <div className="dialog-inside">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

interface DialogButtonProps {
  label: string;
  /** For screen readers, where several buttons have the same label. */
  name?: string | undefined;
  look?: Look | undefined;
  /** What the dialog is called, where it is not the label. */
  title?: string | undefined;
  /** What the dialog shows, such as a form that closes it when it is done. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, name = label, look = 'plain', title = label, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button look={look} aria-label={name} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}

interface ConfirmProps {
  /** What the button says, and the dialog's own again. */
  label: string;
  /** What the dialog asks. */
  title: string;
  /** What will happen, and whether it can be undone. */
  text: string;
  act: () => Promise<unknown>;
  /** What is said once it is done. */
  done?: string;
  look?: Look;
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({ label, title, look, ...rest }: ConfirmProps) {
  return (
    <DialogButton label={label} title={title} look={look}>
      {(close) => <Confirmation label={label} close={close} {...rest} />}
    </DialogButton>
  );
}

function Confirmation({ label, text, act, done, close }: Omit<ConfirmProps, 'title' | 'look'> & { close: () => void }) {
  return (
    <Form look="danger" submit={label} onSubmit={act} {...(done !== undefined && { done })} onDone={close} onCancel={close}>
      <p>{text}</p>
    </Form>
  );
}
