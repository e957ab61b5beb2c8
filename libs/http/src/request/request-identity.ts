import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Names a request in logs, answers, events and support cases. */
export interface RequestIdentity {
  requestId: string;
  /** W3C Trace Context. */
  traceparent: string;
}

const saneId = /^[\w.:/+=-]{1,128}$/;
const saneTraceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Takes well-formed `X-Request-Id` and `traceparent` headers, else makes new ones. Of two new ones, the trace id holds the request id. */
export function requestIdentity({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): RequestIdentity {
  const hasId = typeof id === 'string' && saneId.test(id);
  const hasTrace = typeof traceparent === 'string' && saneTraceparent.test(traceparent);
  if (hasId && hasTrace) return { requestId: id, traceparent };
  const made = randomUUID();
  return { requestId: hasId ? id : made, traceparent: hasTrace ? traceparent : traceOf(made) };
}

function traceOf(uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  return `00-${hex}-${hex.slice(-16)}-01`;
}
