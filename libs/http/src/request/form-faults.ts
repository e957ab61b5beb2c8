import type { Detail } from '@partner-ordering/kernel';
import type { ApiDocument } from '../runtime/document.ts';
import { bodySchema, fieldAt, fieldOf } from '../runtime/schemas.ts';
import { faultText } from './fault-texts.ts';
import { MAX_DETAILS, type Place } from './faults.ts';

/** Longer names of fields are cut. */
const SHOWN_NAME_LENGTH = 64;

/** The fault of a form's text; undefined for a good one. */
export type FormFault = (name: string, value: string) => Detail | undefined;

/** Checks the lengths of a form's texts, which costs less than any work with them. The operation checks their presence and meaning. */
export function formFault(of: object, { path, method }: Place, type: string): FormFault {
  const document = of as ApiDocument;
  const schema = bodySchema(document, path, method, type) ?? {};
  const mostOf = (name: string): number => fieldAt(document, schema, [name])?.maxLength ?? Infinity;
  const named = new Map(Object.keys(fieldOf(document, schema).properties ?? {}).map((name) => [name, mostOf(name)]));
  const mostOfOthers = mostOf('');
  return (name, value) => {
    const maxLength = named.get(name) ?? mostOfOthers;
    if (!isLonger(value, maxLength)) return undefined;
    return { path: name.slice(0, SHOWN_NAME_LENGTH), message: faultText('maxLength', { types: [], maxLength }) };
  };
}

/** The faults of a form in the text of a body, one for each field. */
export function formFaults(body: string, faultOf: FormFault): Detail[] {
  const faults = new Map<string, Detail>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (faults.size === MAX_DETAILS) break;
    const fault = faultOf(name, value);
    if (fault && !faults.has(fault.path)) faults.set(fault.path, fault);
  }
  return [...faults.values()];
}

/** Counts characters as JSON Schema does: a surrogate pair is one. */
const isLonger = (text: string, most: number): boolean => text.length > most && (text.length > 2 * most || [...text].length > most);
