const lineBreaks = /\r\n|[\n-\r\x85\u2028\u2029]/g;
const controls = /[\p{Cc}--[\n-\r\x85]]+/gv;
/** Characters without a picture, but those that join letters, mark a direction, or make the flags of Scotland and its like. */
const invisible =
  /(\p{RGI_Emoji_Tag_Sequence})|[\p{Default_Ignorable_Code_Point}--[\u061c\u200c-\u200f\u2068\u2069\p{Variation_Selector}]]/gv;

/**
 * A text as it stands on paper, in a mail or in an avatar. Each line break becomes `lineBreak`, any other control character a blank. What
 * nobody sees or turns the direction of other texts goes; an isolate stays where it is closed. Doing it twice changes nothing.
 */
export const plainText = (text: string, lineBreak: ' ' | '\n' = ' '): string =>
  withoutUnpairedIsolates(text.toWellFormed().replaceAll(controls, ' ').replaceAll(lineBreaks, lineBreak).replaceAll(invisible, '$1'));

/** Whether a text has a character that readers see. The blank of Braille (U+2800) is no space to Unicode. */
export const isVisible = (text: string): boolean => /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text);

/** The full stop or colon of what programs make a link of: `evil.example`, `10.0.0.1` and `x://`. */
const linkMark = /:(?=\/\/)|(?<=[\p{L}\p{N}\p{M}])[.\u3002](?=\p{L}[\p{L}\p{M}]|\d+\.\d)/gu;
/** As programs read a text that they make links of: in any spelling of its letters, and with nothing that has no picture between them. */
const asRead = (text: string): string => text.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

/** Whether mail programs may make a link of a part of a text. */
export const hasLink = (text: string): boolean => asRead(text).search(linkMark) !== -1;

/** A text of which mail programs make no link: behind each full stop or colon that would be in one stands a space. */
export const withoutLinks = (text: string): string => (hasLink(text) ? asRead(text).replaceAll(linkMark, '$& ') : text);

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const codePoints = (text: string): number => [...text].length;

/** The first characters of a text, of at most `max` code points or `lengthOf` in all. None is cut, joined emoji included. */
export function beginningOf(text: string, max: number, lengthOf = codePoints): string {
  let [length, left] = [0, max];
  for (const { segment } of characters.segment(text)) {
    left -= lengthOf(segment);
    if (left < 0) return text.slice(0, length);
    length += segment.length;
  }
  return text;
}

/** Without the beginnings and ends of isolates (U+2068, U+2069) that lack the other. */
function withoutUnpairedIsolates(text: string): string {
  const open: number[] = [];
  const alone = new Set<number>();
  for (const { 0: mark, index } of text.matchAll(/[\u2068\u2069]/g)) {
    if (mark === '\u2068') open.push(index);
    else if (open.pop() === undefined) alone.add(index);
  }
  for (const index of open) alone.add(index);
  return alone.size === 0 ? text : text.replaceAll(/[\u2068\u2069]/g, (mark, index: number) => (alone.has(index) ? '' : mark));
}

/** Letters that are written from right to left, and the marks that count as such: the blocks that Unicode keeps for them. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Somebody's text beside ours, as `plainText` has it: one that is written from right to left takes the direction of nothing around it. Each
 * line is isolated alone (U+2068 to U+2069).
 */
export const isolated = (text: string, lineBreak: ' ' | '\n' = ' '): string =>
  plainText(text, lineBreak)
    .split('\n')
    .map((line) => (rightToLeft.test(line) ? `\u2068${withoutUnpairedIsolates(line)}\u2069` : line))
    .join('\n');

/** Isolates the values of a text, such as names: alone, in a list or by name. Other objects stay as they are. */
function isolateNames(value: unknown): unknown {
  if (typeof value === 'string') return isolated(value);
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value.map(isolateNames) : value;
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  const isFlat = isPlain && Object.values(value).every((item) => typeof item !== 'object' || item === null || Array.isArray(item));
  return isFlat ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, isolateNames(item)])) : value;
}

/** The texts, with the values that they are given, such as names, isolated. */
export function isolating<Texts>(texts: Texts): Texts {
  if (typeof texts === 'function')
    return ((...values: unknown[]): unknown => (texts as (...of: unknown[]) => unknown)(...values.map(isolateNames))) as Texts;
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, isolating(text)])) as Texts;
}
