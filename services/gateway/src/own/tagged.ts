import type { IncomingHttpHeaders } from 'node:http';
import { entityTag, namesTag } from '@partner-ordering/http';
import type { Answer } from '../exchange/answers.ts';

/** What is always the same, with its `ETag`; 304 if the client has it already (RFC 9110, section 13.1.2). */
export function tagged(body: Buffer, given: Readonly<Record<string, string>>): (headers: IncomingHttpHeaders) => Answer {
  const etag = entityTag(body);
  const { 'content-type': _, ...kept }: Readonly<Record<string, string>> = { ...given, etag };
  return ({ 'if-none-match': known = '' }) =>
    namesTag(known, etag) ? { status: 304, headers: kept, body: null } : { status: 200, headers: { ...given, etag }, body };
}
