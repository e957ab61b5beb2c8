import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';

const TYPING_MS = 250;

/** What the address says behind the question mark, and how a filter changes it: its list begins anew. */
export function useFilters() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: Omit<typeof search, 'page'>): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  return { search, set };
}

/** Searches as the reader types, once they pause. */
export function SearchBox({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value?: string | undefined;
  onChange: (text: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  // What was typed since is not overwritten by what was searched before.
  const searched = useRef(value);
  useEffect(() => {
    if (value !== searched.current) setText(value);
    searched.current = value;
  }, [value]);
  useEffect(() => {
    if (text === searched.current) return undefined;
    const timer = setTimeout(() => {
      searched.current = text;
      onChange(text || undefined);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <input
      type="search"
      className="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/** The search of a list whose words stand in the address. */
export function ListSearch({ label }: { label: string }) {
  const { search, set } = useFilters();
  return <SearchBox label={label} value={search.search} onChange={(text) => set({ search: text })} />;
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** What it is called to choose nothing. */
  none: string;
  options: readonly { value: Value; name: string }[];
}

/** One of a few values, or none. */
export function Choice<Value extends string>({ label, value, onChange, none, options }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <span className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange((event.target.value || undefined) as Value | undefined)}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </span>
  );
}
