import type { ApiDocument } from '../runtime/document.ts';
import { fieldOf, mayBe, type Schema } from '../runtime/schemas.ts';

/**
 * Takes what counts as left out from the body of a request: optional fields that are null although their schema does not allow it. The own
 * fields of a PUT stay, as there null clears. The public document allows it, see openapi/optional-nulls.ts.
 */
export function leaveOutNulls(document: ApiDocument, schema: Schema, body: unknown, method: string): void {
  if (method === 'post') leaveOutIn(document, schema, body);
  else leaveOutInside(document, schema, body);
}

function leaveOutIn(document: ApiDocument, schema: Schema, value: unknown): void {
  if (isFields(value)) {
    const { properties = {}, required = [] } = fieldOf(document, schema);
    for (const [name, field] of Object.entries(properties))
      if (value[name] === null && !required.includes(name) && !mayBe(document, field, null)) delete value[name];
  }
  leaveOutInside(document, schema, value);
}

function leaveOutInside(document: ApiDocument, schema: Schema, value: unknown): void {
  const { properties = {}, items } = fieldOf(document, schema);
  if (Array.isArray(value)) value.forEach((item) => items && leaveOutIn(document, items, item));
  else if (isFields(value)) for (const [name, field] of Object.entries(properties)) leaveOutIn(document, field, value[name]);
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
