import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';

const TYPING_MS = 250;

/** The search parameters of the address, and a function that changes filters in them and shows the first page again. */
export function useFilters() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: Omit<typeof search, 'page'>): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  return { search, set };
}

/** Searches a list as the reader types, once they pause. */
export function ListSearch({ label }: { label: string }) {
  const { search, set } = useFilters();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  // The field shows the search of the address but keeps a text that is being typed.
  useEffect(() => {
    if (input.current !== document.activeElement) input.current!.value = search.search ?? '';
  }, [search.search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => set({ search: text || undefined }), TYPING_MS);
  };
  return (
    <input
      ref={input}
      type="search"
      className="search"
      aria-label={label}
      placeholder={label}
      defaultValue={search.search}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  noneLabel: string;
  options: readonly { value: Value; name: string }[];
}

/** One of a few values, or none. */
export function Choice<Value extends string>({ label, value, onChange, noneLabel, options }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <span className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange((event.target.value || undefined) as Value | undefined)}>
        <option value="">{noneLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </span>
  );
}
