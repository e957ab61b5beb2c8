import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As much of the public document as is looked at here. */
interface PublicDocument {
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: { $ref: string }; example: object } } } } }>;
}

/** The public document, as it is served. */
export const publicDocument = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../services/gateway/generated/openapi.json'), 'utf8'),
) as PublicDocument;

/** The types of events that partners are told of; all but that of a check are facts. */
export const toldTypes: readonly string[] = Object.keys(publicDocument.webhooks);
