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
      <Wrong id={`${id}-wrong`} problem={problem} />
    </div>
  );
}

interface Described {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** By its key a field begins anew where what it shows at first changes, as browsers keep what was touched. */
export function TextField({ label, hint, name, ...input }: Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>) {
  return (
    <Labelled {...{ name, label, hint }}>
      {(described) => <input key={input.defaultValue?.toString()} type="text" autoComplete="off" {...input} {...described} />}
    </Labelled>
  );
}

export function TextArea({ label, hint, name, ...area }: Labelled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>) {
  return <Labelled {...{ name, label, hint }}>{(described) => <textarea rows={4} {...area} {...described} />}</Labelled>;
}

interface Option {
  value: string | number;
  name: string;
}

interface SelectProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> {
  options: readonly Option[];
  /** What it is called to choose none; an empty text where one must be chosen. */
  none?: string | undefined;
}

export function SelectField({ label, hint, name, options, none, ...select }: SelectProps) {
  return (
    <Labelled {...{ name, label, hint }}>
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
  const problem = useProblem(name);
  return (
    <div>
      <div className="check">
        <input key={String(input.defaultChecked)} type="checkbox" id={id} name={name} {...wrongBy(problem, `${id}-wrong`)} {...input} />
        <label htmlFor={id}>{label}</label>
      </div>
      <Wrong id={`${id}-wrong`} problem={problem} />
    </div>
  );
}

const wrongBy = (problem: string | undefined, id: string) =>
  problem !== undefined && ({ 'aria-invalid': true, 'aria-describedby': id } as const);

function Wrong({ id, problem }: { id: string; problem: string | undefined }) {
  return (
    problem !== undefined && (
      <p className="wrong" id={id}>
        {problem}
      </p>
    )
  );
}

interface ChecksProps extends Labelled {
  options: readonly { value: string; name: string }[];
  /** Those that are ticked at first. */
  ticked?: readonly string[] | undefined;
}

/** Boxes of which any number is ticked: a field that is a list. */
export function ChecksField({ name, label, hint, options, ticked = [] }: ChecksProps) {
  const id = useId();
  const problem = useProblem(name);
  return (
    <fieldset className="checks" tabIndex={-1} {...wrongBy(problem, `${id}-wrong`)}>
      <legend>{label}</legend>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {options.map((option) => (
        <label key={option.value} className="check">
          <input type="checkbox" name={name} value={option.value} defaultChecked={ticked.includes(option.value)} />
          {option.name}
        </label>
      ))}
      <Wrong id={`${id}-wrong`} problem={problem} />
    </fieldset>
  );
}
