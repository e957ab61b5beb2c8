import { hasSecret } from '@partner-ordering/kernel';
import { resolve, type ApiDocument } from './document.ts';

/** The operations of an OpenAPI document whose answers may carry a secret, by operationId. */
export function secretOperations(document: ApiDocument): Set<string> {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  return new Set(operations.filter((operation) => answersWithSecret(document, operation)).map(({ operationId }) => operationId));
}

/** Whether an operation of a document may answer with a secret. */
export const answersWithSecret = (document: ApiDocument, { responses }: { responses?: unknown }): boolean =>
  hasSecret(responses, (reference) => resolve(document, reference));
