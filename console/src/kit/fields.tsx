import { useId, type AriaAttributes, type ReactNode } from 'react';
import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { useFault } from './form.tsx';

interface Labelled {
  /** The API's name of the field. */
  name: string;
  label: string;
  hint?: ReactNode;
}

/** The attributes that tie a control to its label, its hint and its error. */
export type Described = { id: string; name: string } & Pick<AriaAttributes, 'aria-invalid' | 'aria-describedby'>;

/** A label with its control, a hint and an error. */
export function Labelled({ name, label, hint, children }: Labelled & { children: (described: Described) => ReactNode }) {
  const id = useId();
  const fault = useFault(name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-about` })}
      <About id={`${id}-about`} hint={hint} fault={fault} />
    </div>
  );
}

function About({ id, hint, fault }: { id: string; hint?: ReactNode; fault: string | undefined }) {
  return (
    <div id={id} className="about">
      {hint !== undefined && <p className="hint">{hint}</p>}
      {fault !== undefined && <p className="wrong">{fault}</p>}
    </div>
  );
}

/** The key resets a field when its default value changes, since browsers keep an edited value. */
export function TextField({ label, hint, name, ...input }: Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>) {
  return (
    <Labelled name={name} label={label} hint={hint}>
      {(described) => <input key={input.defaultValue?.toString()} type="text" autoComplete="off" {...input} {...described} />}
    </Labelled>
  );
}

export function TextArea({ label, hint, name, ...area }: Labelled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>) {
  return (
    <Labelled name={name} label={label} hint={hint}>
      {(described) => <textarea rows={4} {...area} {...described} />}
    </Labelled>
  );
}

interface SelectProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> {
  options: readonly { value: string | number; name: string }[];
  /** The label of the option that chooses none; an empty text if a choice is required. */
  none?: string | undefined;
}

export function SelectField({ label, hint, name, options, none, ...select }: SelectProps) {
  return (
    <Labelled name={name} label={label} hint={hint}>
      {(described) => (
        <select key={select.defaultValue?.toString()} required={none === ''} {...select} {...described}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type CheckProps = Omit<Labelled, 'hint'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>;

/** A box to tick, with its label behind it. */
export function CheckField({ label, name, ...input }: CheckProps) {
  const id = useId();
  const fault = useFault(name);
  return (
    <div>
      <label className="check">
        <input
          key={String(input.defaultChecked)}
          type="checkbox"
          name={name}
          aria-invalid={fault !== undefined}
          aria-describedby={id}
          {...input}
        />
        {label}
      </label>
      <About id={id} fault={fault} />
    </div>
  );
}

interface ChecksProps extends Labelled {
  options: readonly { value: string; name: string }[];
  ticked?: readonly string[] | undefined;
}

/** Boxes of which any number is ticked: a field that is a list. */
export function ChecksField({ name, label, hint, options, ticked = [] }: ChecksProps) {
  const id = useId();
  const fault = useFault(name);
  return (
    <fieldset className="checks" tabIndex={-1} aria-invalid={fault !== undefined || undefined} aria-describedby={id}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="check">
          <input type="checkbox" name={name} value={option.value} defaultChecked={ticked.includes(option.value)} />
          {option.name}
        </label>
      ))}
      <About id={id} hint={hint} fault={fault} />
    </fieldset>
  );
}
