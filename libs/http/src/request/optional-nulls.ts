import type { ApiDocument } from '../runtime/document.ts';
import { fieldOf, mayBe, type Schema } from '../runtime/schemas.ts';

/**
 * Takes what counts as left out from a body: optional fields that are null although their schema does not allow it. Of a PUT's own fields
 * null clears those that can be; it counts as left out only deeper. The public document allows it, see openapi/optional-nulls.ts.
 */
export function leaveOutNulls(document: ApiDocument, schema: Schema, body: unknown, method: string): void {
  if (typeof body !== 'object' || body === null) return;
  const { items, properties = {}, required = [] } = fieldOf(document, schema);
  if (Array.isArray(body)) return items && body.forEach((item) => leaveOutNulls(document, items, item, 'post'));
  const fields = body as Record<string, unknown>;
  for (const [name, field] of Object.entries(properties)) {
    const isLeftOut = fields[name] === null && method === 'post' && !required.includes(name) && !mayBe(document, field, null);
    if (isLeftOut) delete fields[name];
    else leaveOutNulls(document, field, fields[name], 'post');
  }
}
