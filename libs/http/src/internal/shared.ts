import { notFound } from '@partner-ordering/kernel';
import { readState, type SharedState } from '@partner-ordering/messaging';
import type { Request } from 'express';
import type { Runtime } from '../runtime/runtime.ts';
import { findHeld, findReadable } from './attachments.ts';
import { findVisible } from './visible.ts';
import { causeOf } from '../service-calls/calls.ts';

/** The operations that all services share, by the operationId of openapi/internal/shared.yaml. */
export const sharedOperations: Readonly<Record<string, (runtime: Runtime, request: Request) => Promise<object>>> = {
  getState: (runtime, { params }) => getState(runtime, params as { type: string; key: string }),
  findReadable: (runtime, request) => findReadable(runtime, request.body as { user: string; paths: string[] }, causeOf(request)),
  findVisible: (runtime, request) => findVisible(runtime, request.body as { user: string; uris: string[] }, causeOf(request)),
  findHeld: (runtime, { body }) => findHeld(runtime, body as { paths: string[] }),
};

/** The newest state; null for a deleted aggregate. 404 for an unknown one, and for types of other services: replicas are not handed on. */
async function getState(
  { database, publications }: Pick<Runtime, 'database' | 'publications'>,
  { type, key }: { type: string; key: string },
): Promise<SharedState> {
  const found = publications.publishes(type) ? await readState(database, type, key) : undefined;
  if (!found) throw notFound('state');
  return found;
}
