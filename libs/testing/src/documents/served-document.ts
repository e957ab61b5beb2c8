/** The public document as the gateway serves it, for tests that check what is sent. */
import { type Document, eachPart, formSchemas } from '@partner-ordering/openapi';

interface Content {
  schema: { $ref: string };
  example: object;
}

interface Served {
  paths: { [path: string]: { post?: { callbacks?: Record<string, Record<string, object>> } } };
}

/** A copy whose answers allow named fields only. The document leaves answers open, so that clients accept new fields; forms stay so. */
export function closed(document: Document): Document {
  const copy = structuredClone(document);
  const forms = formSchemas(copy);
  eachPart(copy, (part, path) => {
    if (part.type === 'object' && part.properties !== undefined && !forms.has(path[2]!)) part.additionalProperties ??= false;
  });
  return copy;
}

/** The events of webhooks, with the schema and the example of each. */
export const eventsOf = ({ paths }: Served): (Content & { type: string })[] =>
  Object.entries(paths['/v1/orgs/{orgGid}/webhooks']?.post?.callbacks ?? {}).map(([type, items]) => {
    const [item] = Object.values(items) as { post: { requestBody: { content: Record<string, Content> } } }[];
    return { type, ...item!.post.requestBody.content['application/json']! };
  });
