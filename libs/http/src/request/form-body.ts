import { invalid, type Detail } from '@partner-ordering/kernel';
import { bodySchema, type Document, type Endpoint, fieldAt, fieldOf, operationAt } from '@partner-ordering/openapi';
import { faults } from '../faults.ts';

/** Several times the longest form of a person or program. */
export const MAX_FORM_BYTES = 16_384;
const MAX_PARAMETERS = 50;
/** Longer names of fields are cut. */
const SHOWN_NAME_LENGTH = 64;

/** The fault of a form's text; undefined for a good one. */
export type FormFault = (name: string, value: string) => Detail | undefined;

/** Checks the lengths of a form's texts, which costs less than any work with them. The operation checks their presence and meaning. */
export function formFault(of: object, endpoint: Endpoint, type: string): FormFault {
  const document = of as Document;
  const schema = bodySchema(document, operationAt(document, endpoint), type) ?? {};
  const maxLengthOf = (name: string): number => fieldAt(document, schema, [name])?.maxLength ?? Infinity;
  const maxLengths = new Map(Object.keys(fieldOf(document, schema).properties ?? {}).map((name) => [name, maxLengthOf(name)]));
  const defaultMaxLength = maxLengthOf('');
  return (name, value) => {
    const maxLength = maxLengths.get(name) ?? defaultMaxLength;
    if (!isLonger(value, maxLength)) return undefined;
    return faults.too_long(name.slice(0, SHOWN_NAME_LENGTH), { max: maxLength });
  };
}

/** A form's parameters: 400 for more than 50 of them, and for each that is too long. */
export function parsedForm(text: string, faultOf: FormFault): URLSearchParams {
  if (text.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw invalid(faults.too_many_parameters('body', { max: MAX_PARAMETERS }));
  const form = new URLSearchParams(text);
  const details = new Map([...form].flatMap(([name, value]) => faultOf(name, value) ?? []).map((detail) => [detail.path, detail]));
  if (details.size > 0) throw invalid(...details.values());
  return form;
}

/** Counts characters as JSON Schema does: a surrogate pair is one. */
const isLonger = (text: string, most: number): boolean => text.length > most && (text.length > 2 * most || [...text].length > most);
