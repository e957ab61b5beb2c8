import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import Negotiator from 'negotiator';
import { reachOf } from '@partner-ordering/data';
import { NOTICE_DAYS, type Operation } from '@partner-ordering/openapi';

// Headers: `Accept`, `Accept-Language`, the length of a body, entity tags, `Link`.

/** The media types of an event feed: a page, the default, or a stream of server-sent events. */
export const eventTypes = ['application/json', 'text/event-stream'] as const;

/** A parameter of a media range that is no weight. Its value may be quoted. An unclosed quote matches too, else each is read again. */
const parameter = /;(?!\s*q\s*=)(?:[^,;"]|"(?:[^"\\]|\\.?)*"?)*/gi;

/** Longer preferences are disregarded, which RFC 9110 allows, and so are further entity tags: a header of 60 KB has 20,000 of them. */
const MAX_ITEMS = 100;

/** Whether a preference, such as `Accept-Encoding`, is too long to be regarded. */
export const isTooLongList = (header: string): boolean => header.split(',', MAX_ITEMS + 1).length > MAX_ITEMS;

/**
 * The media type that a client prefers (RFC 9110, section 12.5.1): the first without `Accept`, undefined when it takes none. No type
 * offered has parameters, so those of a range refuse nothing. Everything that decides by `Accept` asks here.
 */
export function acceptedType<Type extends string>(
  { accept }: Pick<IncomingHttpHeaders, 'accept'>,
  offered: readonly Type[],
): Type | undefined {
  if (!accept || accept === '*/*' || accept === offered[0] || isTooLongList(accept)) return offered[0];
  const chosen = new Negotiator({ headers: { accept: accept.replaceAll(parameter, '') } }).mediaType([...offered]);
  return offered.find((type) => type === chosen);
}

/** Whether a feed is answered with a stream. The gateway and the service must agree. */
export const asksForStream = (headers: Pick<IncomingHttpHeaders, 'accept'>): boolean => acceptedType(headers, eventTypes) === eventTypes[1];

/** The language that a reader prefers, by `Accept-Language` (RFC 9110, section 12.5.4): the first if none is among them. */
export function acceptedLanguage<Language extends string>(header: string, offered: readonly [Language, ...Language[]]): Language {
  if (isTooLongList(header)) return offered[0];
  const chosen = new Negotiator({ headers: { 'accept-language': header } }).language([...offered]);
  return offered.find((language) => language === chosen) ?? offered[0];
}

/** RFC 9112, section 6.3: a request has a body exactly when one of these two headers says so. */
export const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const DAY_MS = 86_400_000;

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of an operation; undefined for one that stays. */
export function sunsetHeaders({ 'x-sunset': sunset }: Pick<Operation, 'x-sunset'>): Headers | undefined {
  if (sunset === undefined) return undefined;
  const end = new Date(sunset);
  return new Headers({ Deprecation: `@${(end.getTime() - NOTICE_DAYS * DAY_MS) / 1000}`, Sunset: end.toUTCString() });
}

/** Looking at a thing changes these fields of any resource. A change of it must not fail because somebody has looked. */
const seenFields = /"(?:last_seen":(?:null|"[^"\\]*")|has_unseen":(?:true|false)),?/g;

const hashOf = (bytes: string | Buffer): string => hash('sha1', bytes, 'base64url');

/**
 * Strong entity tag of a body (RFC 9110, section 8.8.3). With `last_seen` or `has_unseen` it has two hashes, of the other fields and of
 * these: `If-None-Match` compares both, `If-Match` the first.
 */
export function entityTag(body: string | Buffer): string {
  if (typeof body !== 'string') return `"${hashOf(body)}"`;
  let seen = '';
  const rest = body.replaceAll(seenFields, (field) => {
    seen += field;
    return '';
  });
  return seen === '' ? `"${hashOf(body)}"` : `"${hashOf(rest)}:${hashOf(seen)}"`;
}

/** Whether an `If-None-Match` header names the tag among its first hundred. `W/` is ignored. */
export function includesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',', MAX_ITEMS).some((entry) => entry.trim().replace(/^W\//, '') === tag);
}

/** Whether an `If-Match` header names the tag among its first hundred, regardless of `last_seen` and `has_unseen`. */
export const includesStateTag = (header: string, tag: string): boolean => includesTag(stateParts(header), stateParts(tag));

const stateParts = (tags: string): string => tags.replaceAll(/:[\w-]*"/g, '"');

/** Longer links would fill the head, which many clients limit to 16 KiB. */
const MAX_LINKS = 8_194;
const DEFAULT_LIMIT = 10;

/**
 * `Link` of a page (RFC 8288) with the parameters of the request, without its token: `next`, which begins behind the last row where the
 * order has positions, and `prev` of an `offset`. Undefined without them, and where `next` is too long.
 * @param page its text is `{"total_count":…,"items":[…]}`, or a count, which has no pages
 */
export function pageLinks(request: Pick<Request, 'originalUrl' | 'query'>, { text, after }: { text: string; after?: string | undefined }) {
  const counted = /^\{"total_count":(\d+),"items":/.exec(text);
  if (!counted) return undefined;
  const { originalUrl, query } = request;
  const [total, offset, limit] = [Number(counted[1]), Number(query['offset'] ?? 0), Number(query['limit'] ?? DEFAULT_LIMIT)];
  const links: string[] = [];
  const next = offset + limit;
  const most = reachOf(String(query['search'] ?? ''));
  // Behind a position, nobody has counted what follows: a full page may be the last one.
  const isFollowed = query['after'] === undefined ? next < total : after !== undefined;
  if (isFollowed && after !== undefined) links.push(linkTo(originalUrl, 'next', { after, limit }));
  else if (isFollowed && next < most) links.push(linkTo(originalUrl, 'next', { offset: next, limit: Math.min(limit, most - next) }));
  // Behind the end of the collection the last page comes before.
  if (offset > 0 && total > 0) links.push(linkTo(originalUrl, 'prev', { offset: Math.max(0, Math.min(offset, total) - limit), limit }));
  while (links.join(', ').length > MAX_LINKS) links.pop();
  return links.length === 0 ? undefined : links.join(', ');
}

function linkTo(originalUrl: string, relation: 'next' | 'prev', parameters: Readonly<Record<string, string | number>>): string {
  const { pathname, searchParams } = new URL(originalUrl, 'http://any.example');
  if ('after' in parameters) searchParams.delete('offset');
  for (const [name, value] of Object.entries(parameters)) searchParams.set(name, String(value));
  return `<${pathname}?${searchParams.toString()}>; rel="${relation}"`;
}
