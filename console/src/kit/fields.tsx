import { useEffect, useId, useRef, type AriaAttributes, type ReactNode } from 'react';
import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { isSent } from './changes.ts';
import { useFault } from './form.tsx';

interface FieldProps {
  /** The API's name of the field. */
  name: string;
  label: string;
  hint?: ReactNode;
}

/** The attributes that tie a control to its label, its hint and its error. */
export type ControlAttributes = { id: string; name: string } & Pick<AriaAttributes, 'aria-invalid' | 'aria-describedby'>;

/** A label with its control, a hint and an error. */
export function LabeledField({ name, label, hint, children }: FieldProps & { children: (control: ControlAttributes) => ReactNode }) {
  const id = useId();
  const fault = useFault(name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-about` })}
      <HintAndFault id={`${id}-about`} hint={hint} fault={fault} />
    </div>
  );
}

function HintAndFault({ id, hint, fault }: { id: string; hint?: ReactNode; fault: string | undefined }) {
  return (
    <div id={id} className="about">
      {hint !== undefined && <p className="hint">{hint}</p>}
      {fault !== undefined && <p className="wrong">{fault}</p>}
    </div>
  );
}

/** A text that nobody edited since it was shown or sent follows its saved value; an edited one, which may be long, stays. */
function useSaved<Field extends HTMLInputElement | HTMLTextAreaElement>(defaultValue: unknown) {
  const ref = useRef<Field>(null);
  const saved = String(defaultValue ?? '');
  const savedBefore = useRef(saved);
  useEffect(() => {
    const field = ref.current!;
    if (field.value === savedBefore.current || isSent(field)) field.value = saved;
    savedBefore.current = saved;
  }, [saved]);
  return ref;
}

export function TextField({ label, hint, name, ...input }: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>) {
  const ref = useSaved<HTMLInputElement>(input.defaultValue);
  return (
    <LabeledField name={name} label={label} hint={hint}>
      {(control) => <input ref={ref} type="text" autoComplete="off" {...input} {...control} />}
    </LabeledField>
  );
}

export function TextArea({ label, hint, name, ...area }: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>) {
  const ref = useSaved<HTMLTextAreaElement>(area.defaultValue);
  return (
    <LabeledField name={name} label={label} hint={hint}>
      {(control) => <textarea ref={ref} rows={4} {...area} {...control} />}
    </LabeledField>
  );
}

interface SelectProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> {
  options: readonly { value: string | number; name: string }[];
  /** The label of the option that chooses none; an empty text if a choice is required. */
  noneLabel?: string | undefined;
}

export function SelectField({ label, hint, name, options, noneLabel, ...select }: SelectProps) {
  return (
    <LabeledField name={name} label={label} hint={hint}>
      {(control) => (
        <select key={select.defaultValue?.toString()} required={noneLabel === ''} {...select} {...control}>
          {noneLabel !== undefined && <option value="">{noneLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}

type CheckProps = Omit<FieldProps, 'hint'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>;

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
      <HintAndFault id={id} fault={fault} />
    </div>
  );
}

interface ChecksProps extends FieldProps {
  options: readonly { value: string; name: string }[];
  tickedValues?: readonly string[] | undefined;
}

/** Boxes of which any number is ticked: a field that is a list. */
export function ChecksField({ name, label, hint, options, tickedValues = [] }: ChecksProps) {
  const id = useId();
  const fault = useFault(name);
  return (
    <fieldset className="checks" tabIndex={-1} aria-invalid={fault !== undefined || undefined} aria-describedby={id}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="check">
          <input type="checkbox" name={name} value={option.value} defaultChecked={tickedValues.includes(option.value)} />
          {option.name}
        </label>
      ))}
      <HintAndFault id={id} hint={hint} fault={fault} />
    </fieldset>
  );
}
