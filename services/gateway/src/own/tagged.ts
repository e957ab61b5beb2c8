import type { IncomingHttpHeaders } from 'node:http';
import { entityTag, includesTag } from '@partner-ordering/http';
import type { Answer } from '../exchange/answers.ts';

/** An answer that is always the same, with its `ETag`; 304 if the client has it already (RFC 9110, section 13.1.2). */
export function tagged(body: Buffer, headerFields: Readonly<Record<string, string>>): (headers: IncomingHttpHeaders) => Answer {
  const etag = entityTag(body);
  const { 'content-type': _, ...unchangedHeaders }: Readonly<Record<string, string>> = { ...headerFields, etag };
  return ({ 'if-none-match': clientTags = '' }) =>
    includesTag(clientTags, etag)
      ? { status: 304, headers: unchangedHeaders, body: null }
      : { status: 200, headers: { ...headerFields, etag }, body };
}
