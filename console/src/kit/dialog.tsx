import { createContext, use, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button, type Look } from './button.tsx';
import { useTexts } from '../text/language.tsx';
import { leave } from './changes.ts';
import { CloseContext, Form, type FormValues } from './form.tsx';
import { kitTexts } from './texts.ts';
import { ToastRegion } from './toast.tsx';

/** Keeps what a dialog stands in as it is while it is open: a list whose refresh would take away its row, and the dialog with it. */
export const HoldContext = createContext<(isOpen: boolean) => void>(() => undefined);
const noHold = (): void => undefined;

/** Data as they are read, or as they were when a dialog opened that calls the function by `HoldContext`. */
export function useHeld<Data>(read: Data): [data: Data, hold: (isOpen: boolean) => void] {
  const [isHeld, hold] = useState(false);
  const [data, setData] = useState(read);
  if (!isHeld && data !== read) setData(read);
  return [isHeld ? data : read, hold];
}

/** While these stand in a dialog only its own buttons close it: something is on its way, or is shown to be copied. */
const KEEPING = '[aria-busy="true"], .copyable';

/** A modal dialog while it is rendered; Escape and a press beside it close it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const hold = use(HoldContext);
  const isKept = (): boolean => ref.current?.querySelector(KEEPING) !== null;
  const close = (): void => void (isKept() || leave(ref.current, onClose));
  // Closed before it leaves the page: only then the focus goes back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    hold(true);
    return () => {
      dialog?.close();
      hold(false);
    };
  }, [hold]);
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => event.target === ref.current && [event.preventDefault(), close()]}
      // Browsers let a second Escape through.
      onClose={() => ref.current?.open === false && [ref.current.showModal(), close()]}
      // Not on click, which a selection that ends beside the dialog would be too.
      onPointerDown={(event) => event.target === ref.current && close()}
    >
      <div className="dialog-inside">
        <h2 id={id}>{title}</h2>
        {/* It holds for those in it, too. */}
        <HoldContext value={noHold}>{children}</HoldContext>
      </div>
      <ToastRegion />
    </dialog>
  );
}

interface DialogButtonProps {
  label: string;
  /** The name of the thing that the button is about, for screen readers, if several buttons have the same label. */
  subject?: string | undefined;
  look?: Look | undefined;
  /** The title of the dialog, if it is not the label. */
  title?: string | undefined;
  /** A form in it closes it once it is sent. */
  children: ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, subject, look = 'plain', title = label, children }: DialogButtonProps) {
  const { labelFor } = useTexts(kitTexts);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button look={look} aria-label={subject === undefined ? undefined : labelFor(label, subject)} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <CloseContext value={close}>{children}</CloseContext>
        </Dialog>
      )}
    </>
  );
}

interface ConfirmProps extends Pick<DialogButtonProps, 'subject' | 'look'> {
  /** The label of the button, and of the dialog's own button. */
  label: string;
  title: string;
  /** The effect, and whether it can be undone. */
  text: ReactNode;
  act: () => Promise<unknown>;
  /** Said once it is done, where more than that. */
  done?: string;
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({ text, act, done, ...button }: ConfirmProps) {
  const texts = useTexts(kitTexts);
  return (
    <DialogButton {...button}>
      <Form look={button.look === 'main' ? 'main' : 'danger'} submit={button.label} onSubmit={act} done={done ?? texts.done}>
        <p>{text}</p>
      </Form>
    </DialogButton>
  );
}

interface RowButton {
  name: string;
  /** In a table, where each row has such a button. */
  isInRow?: boolean;
}

/** A button that deletes one thing. */
export function DeleteButton({ name, isInRow = false, ...rest }: RowButton & Pick<ConfirmProps, 'text' | 'act'>) {
  const texts = useTexts(kitTexts);
  const look = isInRow ? ({ look: 'quiet', subject: name } as const) : ({ look: 'danger' } as const);
  return <ConfirmButton {...look} label={texts.delete} title={texts.deleteOne(name)} {...rest} />;
}

interface FormButtonProps extends Pick<DialogButtonProps, 'label' | 'subject' | 'look' | 'title'> {
  text?: ReactNode;
  /** The label of the form's own button, if it is not that of the button. */
  submit?: string;
  onSubmit: (values: FormValues) => Promise<unknown>;
  /** Said once it is sent, where more than that it is done. */
  done?: string;
  children: ReactNode;
}

/** A button that opens a form in a dialog, which closes once it is sent. */
export function FormButton({ text, submit, onSubmit, done, children, ...button }: FormButtonProps) {
  const texts = useTexts(kitTexts);
  return (
    <DialogButton {...button}>
      {text !== undefined && <p>{text}</p>}
      <Form onSubmit={onSubmit} submit={submit ?? button.label} done={done ?? texts.done}>
        {children}
      </Form>
    </DialogButton>
  );
}

/** A button that opens a form to change one thing. */
export function EditButton({ name, isInRow = false, ...rest }: RowButton & Pick<FormButtonProps, 'onSubmit' | 'children'>) {
  const { edit, save, saved } = useTexts(kitTexts);
  const look = isInRow ? ({ look: 'quiet', subject: name } as const) : {};
  return <FormButton {...look} label={edit} title={name} submit={save} done={saved} {...rest} />;
}
