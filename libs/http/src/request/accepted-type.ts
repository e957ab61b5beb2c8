import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** The media types of an event feed: a page, the default, or a stream of server-sent events. */
export const eventTypes = ['application/json', 'text/event-stream'] as const;

/** A parameter of a media range that is no weight. Its value may be quoted. An unclosed quote matches too, else each is read anew. */
const parameter = /;(?!\s*q\s*=)(?:[^,;"]|"(?:[^"\\]|\\.?)*"?)*/gi;

/** A longer `Accept` is disregarded, which RFC 9110 allows: a header of 16 KB holds ranges for 100 ms of work. */
const MAX_RANGES = 100;

/**
 * The media type that a client prefers (RFC 9110, section 12.5.1): the first without `Accept`, undefined when it takes none. No type
 * offered has parameters, so those of a range refuse nothing. Everything that decides by `Accept` asks here.
 */
export function acceptedType<Type extends string>(
  headers: Pick<IncomingHttpHeaders, 'accept'>,
  offered: readonly Type[],
): Type | undefined {
  if (!headers.accept || headers.accept.split(',', MAX_RANGES + 1).length > MAX_RANGES) return offered[0];
  const chosen = new Negotiator({ headers: { accept: headers.accept.replaceAll(parameter, '') } }).mediaType([...offered]);
  return offered.find((type) => type === chosen);
}

/** Whether a feed is answered with a stream. The gateway and the service must agree. */
export const asksForStream = (headers: Pick<IncomingHttpHeaders, 'accept'>): boolean => acceptedType(headers, eventTypes) === eventTypes[1];

/** The language that a reader prefers, by `Accept-Language` (RFC 9110, section 12.5.4): the first if none is among them. */
export function acceptedLanguage<Language extends string>(header: string, offered: readonly [Language, ...Language[]]): Language {
  const chosen = new Negotiator({ headers: { 'accept-language': header } }).language([...offered]);
  return offered.find((language) => language === chosen) ?? offered[0];
}
