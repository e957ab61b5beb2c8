import { httpFaults, protocolErrors, type ErrorContent } from '@partner-ordering/http';
import type { Detail } from '@partner-ordering/kernel';
import { MAX_URL_LENGTH } from '../config.ts';
import { invalidError } from '../exchange/answers.ts';
import type { Exchange, Route } from '../exchange/exchange.ts';
import { faults } from '../faults.ts';

/** More than any operation has. A name and a value cost more than the text between them. */
const MAX_PARAMETERS = 50;

/** The fault of an address with too many parameters, named by `path`. */
export function parametersFault(target: string, path: string): Detail | undefined {
  const isTooMany = target.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS;
  return isTooMany ? httpFaults.too_many_parameters(path, { max: MAX_PARAMETERS }) : undefined;
}

/** Refuses a malformed head, whatever the request asks for: its hosts or its URL. */
export function refuseMalformedHead({ request, target }: Exchange): ErrorContent | undefined {
  const { rawHeaders } = request;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]!.toLowerCase() === 'host') hosts += 1;
  // RFC 9112, section 3.2: two are refused, since a proxy in front may have read the other one.
  if (hosts > 1) return invalidError(faults.duplicate_parameter('Host'));
  if (hosts === 0 && request.httpVersion !== '1.0') return invalidError(faults.required('Host'));
  if (target.length > MAX_URL_LENGTH) return protocolErrors.urlTooLong;
  const fault = parametersFault(target, 'url');
  if (fault) return invalidError(fault);
  return /^[!-~]*$/.test(target) && !target.includes('#') ? undefined : invalidError(faults.not_percent_encoded('url'));
}

export type Match =
  | { kind: 'route'; route: Route }
  | { kind: 'methodNotAllowed'; allow: string }
  | { kind: 'malformed' }
  | { kind: 'unknown' };

export type Router = ReturnType<typeof createRouter>;

interface Segment {
  fixed: Map<string, Segment>;
  parameter: Segment | null;
  routes: Map<string, Route> | null;
  allow: string;
}

const unknownPath: Match = { kind: 'unknown' };
const malformedPath: Match = { kind: 'malformed' };
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

const emptySegment = (): Segment => ({ fixed: new Map(), parameter: null, routes: null, allow: '' });

/** Finds the operation of a method and a path, by segments as sent, so `%2F` never splits one. Literals win over parameters. */
export function createRouter(routes: readonly Route[]) {
  const root = emptySegment();
  for (const route of routes) addRoute(root, { ...route, mail: mailOf(route.path) });
  return {
    match(method: string, path: string): Match {
      if (path.includes('%') && !isDecodable(path)) return malformedPath;
      if (dotSegment.test(path)) return unknownPath;
      const segment = findSegment(root, path.split('/'), 1);
      if (!segment) return unknownPath;
      const route = segment.routes?.get(method);
      return route ? { kind: 'route', route } : { kind: 'methodNotAllowed', allow: segment.allow };
    },
  };
}

/** Anybody asks for a mail to any address at the first path; the others take the tokens of invitations, resets and email addresses. */
function mailOf(path: string): Route['mail'] {
  if (path === '/v1/p/password_resets') return 'request';
  return path.startsWith('/v1/p/') && path.includes('/{token}') ? 'token' : undefined;
}

function addRoute(root: Segment, route: Route): void {
  let segment = root;
  for (const part of route.path.split('/').slice(1)) segment = nextSegment(segment, part);
  segment.routes ??= new Map();
  const method = route.method.toUpperCase();
  segment.routes.set(method, route);
  // HEAD is answered by GET, unless the document has an operation for HEAD.
  if (method === 'GET' && !route.hasNoHead && !segment.routes.has('HEAD')) segment.routes.set('HEAD', route);
  segment.allow = [...segment.routes.keys()].sort().join(', ');
}

function nextSegment(segment: Segment, part: string): Segment {
  if (part.startsWith('{')) return (segment.parameter ??= emptySegment());
  let next = segment.fixed.get(part);
  if (!next) segment.fixed.set(part, (next = emptySegment()));
  return next;
}

function findSegment(segment: Segment, parts: readonly string[], index: number): Segment | null {
  const part = parts[index];
  if (part === undefined) return segment.routes ? segment : null;
  const fixed = segment.fixed.get(part);
  const fixedMatch = fixed ? findSegment(fixed, parts, index + 1) : null;
  if (fixedMatch || part === '' || !segment.parameter) return fixedMatch;
  return findSegment(segment.parameter, parts, index + 1);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The root has the same answer at `/`, `/v1` and `/v1/`, whichever of them the document names. */
export function withRootAliases(routes: readonly Route[]): Route[] {
  const root = routes.find((route) => route.operationId === 'getRoot');
  if (!root) return [...routes];
  return [...routes.filter((route) => route !== root), ...['/', '/v1', '/v1/'].map((path) => ({ ...root, path }))];
}
