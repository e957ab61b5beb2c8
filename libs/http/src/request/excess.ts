import type { ApiDocument, Schema } from '../runtime/document.ts';
import { fieldAt, fieldOf, partOf, type Field } from '../runtime/schemas.ts';
import { MAX_DETAILS, type Fault, type Place } from './faults.ts';
import { writtenBack } from './read-only-fields.ts';

/**
 * Lists and objects of a body that are longer than its schema allows, and unknown fields where they are more than an answer names. They are
 * refused before the validator runs, which compares all items and describes every fault.
 */
export function excessIn(document: ApiDocument, route: Place, taken: Schema, body: unknown): Fault[] {
  const shown = writtenBack(document, route);
  const tooLong: Fault[] = [];
  const unknown: Fault[] = [];

  function visit(value: unknown, schema: Schema, segments: string[]): void {
    if (typeof value !== 'object' || value === null) return;
    const field = fieldOf(document, schema);
    const names = Object.keys(value);
    const keyword = Array.isArray(value) ? 'maxItems' : 'maxProperties';
    if (names.length > (field[keyword] ?? Infinity)) return void tooLong.push({ place: 'body', segments, keyword });
    for (const name of names) {
      if (unknown.length > MAX_DETAILS) return;
      const part = partOf(field, name);
      const at = [...segments, name];
      if (part) visit((value as Record<string, unknown>)[name], part, at);
      else if (isClosed(field) && !(shown && fieldAt(document, shown, at)))
        unknown.push({ place: 'body', segments: at, keyword: 'additionalProperties' });
    }
  }

  visit(body, taken, []);
  return tooLong.length > 0 || unknown.length > MAX_DETAILS ? [...tooLong, ...unknown] : [];
}

const isClosed = ({ additionalProperties, unevaluatedProperties }: Field): boolean =>
  additionalProperties === false || unevaluatedProperties === false;
