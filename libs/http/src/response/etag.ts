import { createHash } from 'node:crypto';

/** Strong entity tag of a body: a hash of its bytes (RFC 9110, section 8.8.3). */
export const entityTag = (body: string | Buffer): string => `"${createHash('sha1').update(body).digest('base64url')}"`;

/** Whether an `If-Match` or `If-None-Match` header names the tag. `W/` is ignored. */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
}
