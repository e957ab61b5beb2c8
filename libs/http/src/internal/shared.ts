import { principalNow } from '@partner-ordering/auth';
import { notFound } from '@partner-ordering/kernel';
import { readState, type SharedState } from '@partner-ordering/messaging';
import type { Cause, VisibleResources } from '@partner-ordering/service-client';
import type { Request } from 'express';
import type { Runtime } from '../runtime/runtime.ts';
import { findHeld, findReadable } from './attachments.ts';
import { causeOf } from '../observation/observe.ts';
import { visibilityOf } from '../runtime/resource-visibility.ts';
import { OWNER_ANSWER_AGE_MS } from '../service-calls/service-answers.ts';

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
  const state = publications.publishes(type) ? await readState(database, type, key) : undefined;
  if (!state) throw notFound('state');
  return state;
}

/** Resources looked up at once, each by several statements. Other requests need connections, too. */
const MAX_CONCURRENT_READS = 5;

/** Which resources the user may see, uncached. Identity is asked before a refusal that rests on a replica of memberships. */
export async function findVisible(
  runtime: Pick<Runtime, 'database' | 'document' | 'resources' | 'owners'>,
  { user, uris }: { user: string; uris: readonly string[] },
  cause: Cause,
): Promise<VisibleResources> {
  const { database, owners } = runtime;
  const readAll = async () => {
    const principal = await principalNow(database, user);
    const resources: VisibleResources['resources'] = [];
    for (let from = 0; from < uris.length; from += MAX_CONCURRENT_READS) {
      const uriGroup = uris.slice(from, from + MAX_CONCURRENT_READS);
      resources.push(
        ...(await Promise.all(uriGroup.map(async (uri) => ({ uri, ...(await visibilityOf(runtime, database, uri, principal)) })))),
      );
    }
    return resources;
  };
  const found = await readAll();
  if (!owners.knows('principal') || found.every(({ exists, visible }) => visible || !exists)) return { resources: found };
  await owners.repair([{ type: 'principal', key: user }], cause, OWNER_ANSWER_AGE_MS);
  return { resources: await readAll() };
}
