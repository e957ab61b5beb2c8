import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** What a feed of events is offered as: a page, which whoever does not say gets, or a stream of server-sent events. */
export const eventTypes = ['application/json', 'text/event-stream'] as const;

/**
 * The offered media type that a client likes best (RFC 9110, section 12.5.1): the first when it does not say, undefined when it takes none.
 */
export function acceptedType<Type extends string>(
  headers: Pick<IncomingHttpHeaders, 'accept'>,
  offered: readonly Type[],
): Type | undefined {
  if (!headers.accept) return offered[0];
  const chosen = new Negotiator({ headers }).mediaType([...offered]);
  return offered.find((type) => type === chosen);
}

/** Whether a request for a feed is answered with a stream. The gateway and the service have to see it alike. */
export const asksForStream = (headers: Pick<IncomingHttpHeaders, 'accept'>): boolean => acceptedType(headers, eventTypes) === eventTypes[1];
