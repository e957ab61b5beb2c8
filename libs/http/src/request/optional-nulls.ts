import type { ApiDocument, Schema } from '../runtime/document.ts';
import { fieldOf, mayBe } from '../runtime/schemas.ts';

/** Removes null from optional fields that are not nullable, except for the own fields of a PUT, where null clears. */
export function leaveOutNulls(document: ApiDocument, schema: Schema, body: unknown, method: string): void {
  if (method === 'post') leaveOutIn(document, schema, body);
  else leaveOutInside(document, schema, body);
}

function leaveOutIn(document: ApiDocument, schema: Schema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties = {}, required = [] } = fieldOf(document, schema);
  for (const [name, part] of Object.entries(value))
    if (part === null && Object.hasOwn(properties, name) && !required.includes(name) && !mayBe(document, properties[name]!, null))
      Reflect.deleteProperty(value, name);
  leaveOutInside(document, schema, value);
}

function leaveOutInside(document: ApiDocument, schema: Schema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties = {}, items } = fieldOf(document, schema);
  if (Array.isArray(value)) value.forEach((item) => items && leaveOutIn(document, items, item));
  else for (const [name, part] of Object.entries(value)) if (Object.hasOwn(properties, name)) leaveOutIn(document, properties[name]!, part);
}
