const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
// `[` and `{` differ in one bit, as do `]` and `}`.
const OPENING = 0x5b;
const CLOSING = 0x5d;
const EITHER = 0xdf;

/** The most that a JSON text may hold. */
export interface JsonLimits {
  readonly values: number;
  readonly depth: number;
}

/**
 * Which limit a JSON text exceeds, if any, by its brackets and commas outside strings: one pass over the bytes, which ends there, so that
 * hostile JSON is refused before it is parsed. An empty list or object counts as two values. Broken JSON is counted, too.
 */
export function exceededLimit(text: Uint8Array, { values, depth }: JsonLimits): keyof JsonLimits | undefined {
  let found = 1;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (byte === QUOTE) at = endOfString(text, at);
    else if (byte === COMMA) found++;
    else if ((byte & EITHER) === OPENING) {
      found++;
      if (++open > depth) return 'depth';
    } else if ((byte & EITHER) === CLOSING) open--;
    if (found > values) return 'values';
  }
  return undefined;
}

/** The place of the quote that ends a string; at least the text's length if none does. */
function endOfString(text: Uint8Array, start: number): number {
  const { length } = text;
  let at = start + 1;
  while (at < length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at;
}
