/** The public document as the gateway serves it, for tests that check what is sent. */
import { type Document, eachPart, exampleOf, formSchemas, type Json } from '@partner-ordering/openapi';

/** A copy whose answers allow named fields and known values only. The document leaves answers open, for later ones; forms stay so. */
export function closed(document: Document): Document {
  const copy = structuredClone(document);
  const forms = formSchemas(copy);
  eachPart(copy, (part, path) => {
    if (part.type === 'object' && part.properties !== undefined && !forms.has(path[2]!)) part.additionalProperties ??= false;
    if (Array.isArray(part['x-extensible-enum'])) part.enum = part['x-extensible-enum'];
  });
  return copy;
}

interface Event {
  type: string;
  schema: { $ref: string };
  example: Json | undefined;
}

/** The events of webhooks, with the schema and the example of each. */
export const eventsOf = (document: Document): Event[] =>
  Object.entries(document.paths['/v1/orgs/{orgGid}/webhooks']?.post?.callbacks ?? {}).map(([type, items]) => {
    const { schema, example } = Object.values(items)[0]!.post!.requestBody!.content['application/json']!;
    return { type, schema: schema as { $ref: string }, example: example ?? exampleOf(document, schema!) };
  });
