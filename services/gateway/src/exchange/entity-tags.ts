/**
 * The tag of an answer in a coding: another representation has to have another one (RFC 9110, section 8.8.3.3). Weak tags may be shared.
 */
export const codedTag = (tag: string, coding: string): string => (tag.startsWith('"') ? `${tag.slice(0, -1)}.${coding}"` : tag);

/**
 * A list of entity tags (RFC 9110, section 13.1) in which those of coded answers are those of the answers themselves, and which was which.
 */
export function plainTags(tags: string): { tags: string; coded: Map<string, string> } {
  const coded = new Map<string, string>();
  const plain = tags.replaceAll(/"([^"]*)\.(?:br|gzip)"/g, (tag, opaque: string) => {
    coded.set(`"${opaque}"`, tag);
    return `"${opaque}"`;
  });
  return { tags: plain, coded };
}
