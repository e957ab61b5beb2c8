import { createHash } from 'node:crypto';

/** A user's own requests change this field. A change of the user must not fail because of their presence. */
const passing = /"last_seen":(?:null|"[^"\\]*"),?/;

const hashOf = (bytes: string | Buffer): string => createHash('sha1').update(bytes).digest('base64url');

/**
 * Strong entity tag of a body (RFC 9110, section 8.8.3). With `last_seen` it has two hashes, of the other fields and of this one:
 * `If-None-Match` compares both, `If-Match` the first.
 */
export function entityTag(body: string | Buffer): string {
  const [field] = (typeof body === 'string' && passing.exec(body)) || [];
  return field === undefined ? `"${hashOf(body)}"` : `"${hashOf((body as string).replace(field, ''))}:${hashOf(field)}"`;
}

/** Whether an `If-None-Match` header names the tag. `W/` is ignored. */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
}

/** Whether an `If-Match` header names the tag, regardless of `last_seen`. */
export const namesState = (header: string, tag: string): boolean => namesTag(firstParts(header), firstParts(tag));

const firstParts = (tags: string): string => tags.replaceAll(/:[\w-]*"/g, '"');
