import type { Detail } from '@partner-ordering/kernel';
import type { ApiDocument } from '../runtime/document.ts';
import { bodySchema, fieldAt } from '../runtime/schemas.ts';
import { faultText } from './fault-texts.ts';
import { MAX_DETAILS, type Place } from './faults.ts';

/** Names of fields are shown up to this length. */
const SHOWN_NAME_LENGTH = 64;

/** What is wrong with a text of a form, by the document; undefined for a good one. */
export type FormFault = (name: string, value: string) => Detail | undefined;

/**
 * Checks the texts of an operation's form for their length, which costs less than any work with them. Whether a field is needed, and
 * what its text means, is the operation's to say.
 */
export function formFault(of: object, { path, method }: Place, type: string): FormFault {
  const document = of as ApiDocument;
  const schema = bodySchema(document, path, method, type) ?? {};
  const known = new Map<string, number>();
  const mostOf = (name: string): number => {
    const { maxLength = Infinity } = fieldAt(document, schema, [name]) ?? {};
    // Only fields that the document names: clients could fill the memory with others.
    if (schema.properties && Object.hasOwn(schema.properties, name)) known.set(name, maxLength);
    return maxLength;
  };
  return (name, value) => {
    const maxLength = known.get(name) ?? mostOf(name);
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
