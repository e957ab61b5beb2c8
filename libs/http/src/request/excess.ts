import type { ApiDocument, Schema } from '../runtime/document.ts';
import { fieldAt, fieldOf, type Field } from '../runtime/schemas.ts';
import { faultAt, MAX_DETAILS, type Fault, type Place } from './faults.ts';
import { writtenBack } from './read-only-fields.ts';

/**
 * Lists and objects of a body that are longer than its schema allows (or than what was read), and unknown fields where they are more than
 * an answer names. They are refused before the validator runs, which compares all items and describes every fault.
 */
export function excessIn(document: ApiDocument, route: Place, taken: Schema, body: unknown): Fault[] {
  const shown = writtenBack(document, route);
  const tooLong: Fault[] = [];
  const unknown: Fault[] = [];

  function visit(value: unknown, schema: Schema, path: string[]): void {
    if (typeof value !== 'object' || value === null) return;
    const field = fieldOf(document, schema);
    const names = Object.keys(value);
    const keyword = Array.isArray(value) ? 'maxItems' : 'maxProperties';
    const most = Math.max(field[keyword] ?? Infinity, (shown && fieldAt(document, shown, path)?.[keyword]) ?? 0);
    if (names.length > most) return void tooLong.push(faultAt('body', path, keyword));
    for (const name of names) {
      if (unknown.length > MAX_DETAILS) return;
      const part = partOf(field, name, Array.isArray(value));
      if (part) visit((value as Record<string, unknown>)[name], part, [...path, name]);
      else if (isClosed(field) && !(shown && fieldAt(document, shown, [...path, name])))
        unknown.push(faultAt('body', [...path, name], 'additionalProperties'));
    }
  }

  visit(body, taken, []);
  return tooLong.length > 0 || unknown.length > MAX_DETAILS ? [...tooLong, ...unknown] : [];
}

function partOf({ items, properties = {}, additionalProperties }: Field, name: string, isList: boolean): Schema | undefined {
  if (isList) return items;
  if (Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

const isClosed = ({ additionalProperties, unevaluatedProperties }: Field): boolean =>
  additionalProperties === false || unevaluatedProperties === false;
