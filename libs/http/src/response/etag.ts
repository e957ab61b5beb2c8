import { createHash } from 'node:crypto';

/**
 * It changes with a user's own requests, whatever they ask for: who changes the user has to be told of the user's changes, not of their
 * presence.
 */
const passing = /"last_seen":(?:null|"[^"\\]*"),?/;

const hashOf = (bytes: string | Buffer): string => createHash('sha1').update(bytes).digest('base64url');

/**
 * Strong entity tag of a body: a hash of its bytes (RFC 9110, section 8.8.3). A body with `last_seen` has one of two parts, without that
 * field and of it; `If-None-Match` looks at both, `If-Match` at the first.
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

/** Whether an `If-Match` header names a tag of the same resource, as it is but for `last_seen`. */
export const namesState = (header: string, tag: string): boolean => namesTag(firstParts(header), firstParts(tag));

const firstParts = (tags: string): string => tags.replaceAll(/:[\w-]*"/g, '"');
