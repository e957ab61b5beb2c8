/** The tag of a coded answer: each representation has its own strong tag (RFC 9110, section 8.8.3.3). */
export const codedTag = (tag: string, coding: string): string => (tag.startsWith('"') ? `${tag.slice(0, -1)}.${coding}"` : tag);

/** A list of entity tags (RFC 9110, section 13.1) without the marks of codings, and the coded tag of each. */
export function plainTags(tags: string): { tags: string; coded: Map<string, string> } {
  const coded = new Map<string, string>();
  const plain = tags.replaceAll(/"([^"]*)\.(?:br|gzip)"/g, (tag, opaque: string) => {
    coded.set(`"${opaque}"`, tag);
    return `"${opaque}"`;
  });
  return { tags: plain, coded };
}
