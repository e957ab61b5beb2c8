import { useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { useProblem } from './form.tsx';

interface Labelled {
  /** The API's name of the field. */
  name: string;
  label: string;
  hint?: ReactNode;
}

/** A label, its control, a hint, and what is wrong with what was entered. */
function Labelled({ name, label, hint, children }: Labelled & { children: (described: Described) => ReactNode }) {
  const id = useId();
  const problem = useProblem(name);
  const ids = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-wrong`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, 'aria-invalid': problem === undefined ? undefined : true, 'aria-describedby': ids.join(' ') || undefined })}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="wrong" id={`${id}-wrong`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface Described {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export function TextField({ label, hint, name, ...input }: Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>) {
  return (
    <Labelled {...{ name, label, hint }}>{(described) => <input type="text" autoComplete="off" {...input} {...described} />}</Labelled>
  );
}

export function TextArea({ label, hint, name, ...area }: Labelled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>) {
  return <Labelled {...{ name, label, hint }}>{(described) => <textarea rows={4} {...area} {...described} />}</Labelled>;
}

export function SelectField({ label, hint, name, ...select }: Labelled & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'>) {
  return <Labelled {...{ name, label, hint }}>{(described) => <select {...select} {...described} />}</Labelled>;
}

/** A box to tick, with its label behind it. */
export function CheckField({ label, name, ...input }: Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>) {
  const id = useId();
  return (
    <div className="check">
      <input type="checkbox" id={id} name={name} {...input} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
