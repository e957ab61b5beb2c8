import type { Document, Operation } from './document.ts';
import { operationsOf } from './operations.ts';
import { resolve } from './references.ts';

const secretName = /(?:^|_)(?:token|secret|password|signature)$/;

/** The operations of a document whose answers may carry a secret, by operationId. */
export const secretOperations = (document: Document): Set<string> =>
  new Set([...operationsOf(document)].flatMap(({ operation }) => (answersWithSecret(document, operation) ? [operation.operationId] : [])));

/** Whether an operation may answer with a secret, by the ends of its fields' names: `access_token`, the `signature` of an upload form. */
export const answersWithSecret = (document: Document, { responses }: Pick<Operation, 'responses'>): boolean =>
  hasSecret(document, responses, new Set());

function hasSecret(document: Document, part: unknown, seen: Set<unknown>): boolean {
  if (part === null || typeof part !== 'object' || seen.has(part)) return false;
  seen.add(part);
  const { $ref, properties } = part as { $ref?: unknown; properties?: object | null };
  if (typeof $ref === 'string' && hasSecret(document, resolve(document, { $ref }), seen)) return true;
  return (
    Object.keys(properties ?? {}).some((name) => secretName.test(name)) ||
    Object.values(part).some((inner) => hasSecret(document, inner, seen))
  );
}
