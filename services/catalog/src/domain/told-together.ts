/** So many organizations are named in one fact: some 400 KB. With what it shows it stays far below the 8 MiB that a message may have. */
const NAMED_AT_ONCE = 10_000;

/**
 * Notifications keeps what a fact shows for each organization that it names, so a number of them says nothing: of a product that shows
 * 262 KB of texts 10,000 copies are 2.6 GB. A bound in bytes is what it can write in time, however long the texts are.
 */
const COPIED_AT_ONCE = 128 * 1_024 * 1_024;

/**
 * Organizations that are told the same, in parts that a fact may name.
 * @param shownBytes about how long the text is that each of them is shown; by default it is short
 */
export function toldTogether(organizations: readonly string[], shownBytes = 0): string[][] {
  const size = Math.max(1, Math.min(NAMED_AT_ONCE, Math.floor(COPIED_AT_ONCE / shownBytes)));
  return Array.from({ length: Math.ceil(organizations.length / size) }, (_, at) => organizations.slice(at * size, (at + 1) * size));
}
