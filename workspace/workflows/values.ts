import { partsOf, type TextPart, type Value } from './steps.ts';

/** How a language writes constants and variables. */
export interface Notation {
  text(parts: readonly TextPart[]): string;
  constant(value: number | boolean | null): string;
  key(name: string): string;
  indent: string;
  /** Whether a name stands for a value of the same name. */
  isShort?: boolean;
}

const MAX_WIDTH = 100;

/** A value as a language writes it, on one line if that is not wider. */
export function written(value: Value, notation: Notation, indent = '', maxWidth = MAX_WIDTH): string {
  if (typeof value === 'string') return notation.text(partsOf(value));
  if (typeof value !== 'object' || value === null) return notation.constant(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const pair = (name: string, item: string): string => (notation.isShort && name === item ? name : `${name}: ${item}`);
  const items = (deeper: string): string[] =>
    Array.isArray(value)
      ? value.map((item: Value) => written(item, notation, deeper))
      : Object.entries(value).map(([name, item]) => pair(notation.key(name), written(item, notation, deeper)));
  const short = `${open}${items('').join(', ')}${close}`;
  if (short.length + indent.length <= maxWidth && !short.includes('\n')) return short;
  const deeper = indent + notation.indent;
  return `${open}\n${items(deeper)
    .map((item) => deeper + item)
    .join(',\n')}\n${indent}${close}`;
}

/** `staffToken` as `STAFF_TOKEN`. */
export const upperCase = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();

/** Whose token an input or an output is: `staff` of `staffToken`, `me` of `token`. */
export const personOf = (token: string): string => token.replace(/Token$|^token$/, '') || 'me';

/** The file that a field of a form names: `brief.txt` of `$file('brief.txt')`. */
export const fileOf = (value: Value): string | undefined => /^\$file\('(.*)'\)$/.exec(String(value))?.[1];

/** The query language's JSON, which texts of parameters have. */
export const isJson = (value: Value): value is string => typeof value === 'string' && value.startsWith('[');
