import { Refusal } from '@partner-ordering/kernel';
import type { Request } from 'express';
import { addressPattern, answersJson, answersWithSecret, type NamedRoute, operationAt, readsOne } from '@partner-ordering/openapi';
import { signIn } from '../request/sign-in.ts';
import { acceptedType, entityTag } from '../response/headers.ts';
import { jsonOf, type Reply } from '../response/replies.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** A route with the function that answers it. */
export interface AnsweredRoute {
  route: NamedRoute;
  answer: (request: Request) => Promise<Reply>;
}

/** Makes the reply that replaces the empty answer of a write; undefined for that answer. */
type Represent = (request: Request, written: Reply) => Promise<Reply | undefined>;

/**
 * Answers a write with the resource that it has created or changed, as a GET shows it now, to who prefers that (RFC 7240, section 4.2) and
 * may read it. A resource that shows a secret, or is gone when a write is replayed, is not shown.
 */
export function representations(runtime: Runtime, routes: readonly AnsweredRoute[]): Represent {
  let reads: readonly Read[] | undefined;
  return async (request, written) => {
    if (!prefersRepresentation(request) || written.body !== undefined) return undefined;
    const path = written.status === 201 ? written.headers['Location'] : request.method === 'PUT' ? request.path : undefined;
    reads ??= readsOf(runtime, routes);
    const read = path === undefined ? undefined : readAt(reads, path);
    return read && represent(runtime, request, written, read);
  };
}

/** The first `return` counts. Requests without a token write what nobody may read, and of those that take no JSON nothing can be shown. */
const prefersRepresentation = ({ headers, claims }: Request): boolean =>
  /(?:^|,)\s*return\s*=\s*"?([\w-]*)/i.exec(String(headers['prefer']))?.[1]?.toLowerCase() === 'representation' &&
  claims !== undefined &&
  acceptedType(headers, ['application/json']) !== undefined;

interface Read extends AnsweredRoute {
  pattern: RegExp;
}

/** The routes at which one resource is read that shows no secret. */
const readsOf = ({ document }: Runtime, routes: readonly AnsweredRoute[]): Read[] =>
  routes.flatMap(({ route, answer }) => {
    const operation = operationAt(document, route);
    const isRead = route.method === 'get' && answersJson(document, operation) && readsOne(document, operation);
    if (!isRead || answersWithSecret(document, operation)) return [];
    return [{ route, answer, pattern: new RegExp(`^${addressPattern(route.path)}/?$`) }];
  });

function readAt(reads: readonly Read[], path: string): (AnsweredRoute & { params: Record<string, string> }) | undefined {
  for (const { pattern, ...read } of reads) {
    const found = pattern.exec(path);
    const params = Object.entries(found?.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)] as const);
    if (found) return { ...read, params: Object.fromEntries(params) };
  }
  return undefined;
}

async function represent(
  runtime: Runtime,
  request: Request,
  written: Reply,
  { route, answer, params }: NonNullable<ReturnType<typeof readAt>>,
): Promise<Reply | undefined> {
  const { 'if-match': _match, 'if-none-match': _known, ...headers } = request.headers;
  const overrides = { method: 'GET', headers, params, query: {}, body: undefined };
  const readRequest = Object.create(request, Object.getOwnPropertyDescriptors(overrides)) as Request;
  try {
    if (!route.public) await signIn(runtime, route, readRequest);
    const { body } = await answer(readRequest);
    return {
      status: written.status === 204 ? 200 : written.status,
      headers: { ...written.headers, ETag: entityTag(jsonOf(body)), 'Preference-Applied': 'return=representation' },
      body,
    };
  } catch (error) {
    // The write has taken effect, whatever comes of the reading.
    if (!(error instanceof Refusal)) runtime.log.warn({ err: error, request_id: request.id }, 'A representation could not be read');
    return undefined;
  }
}
