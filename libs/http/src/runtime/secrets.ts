import { isSecretField } from '@partner-ordering/kernel';
import { resolve, type ApiDocument } from './document.ts';

/** The operations of an OpenAPI document whose answers may carry a secret, by operationId. */
export function secretOperations(document: ApiDocument): Set<string> {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  return new Set(operations.filter((operation) => answersWithSecret(document, operation)).map(({ operationId }) => operationId));
}

/** Whether an operation of a document may answer with a secret. */
export const answersWithSecret = (document: ApiDocument, { responses }: { responses?: unknown }): boolean =>
  hasSecret(responses, document, new Set());

/** Whether a schema, or what it is made of, has such a field. */
function hasSecret(part: unknown, document: ApiDocument, seen: Set<unknown>): boolean {
  if (part === null || typeof part !== 'object' || seen.has(part)) return false;
  seen.add(part);
  const { $ref, properties } = part as { $ref?: unknown; properties?: object | null };
  if (typeof $ref === 'string' && hasSecret(resolve(document, { $ref }), document, seen)) return true;
  if (Object.keys(properties ?? {}).some(isSecretField)) return true;
  return Object.values(part).some((child) => hasSecret(child, document, seen));
}
