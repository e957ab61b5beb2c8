const lineBreaks = /\r\n|[\n-\r\x85\u2028\u2029]/g;
const controls = /[\p{Cc}--[\n-\r\x85]]+/gv;
/** Characters without a picture, but those that join letters, mark a direction, or make the flags of Scotland and its like. */
const unseen = /(\p{RGI_Emoji_Tag_Sequence})|[\p{Default_Ignorable_Code_Point}--[\u061c\u200c-\u200f\u2068\u2069\p{Variation_Selector}]]/gv;
const openIsolates = /(\u2068[^\u2068\u2069\n]*\u2069)|[\u2068\u2069]/g;

/**
 * A text as it stands on paper, in a mail or in a CSV file. Each line break becomes `lineBreak`, other control characters a blank. Characters
 * that nobody sees or that turn the direction of other texts go; an isolate stays where it is closed. Doing it twice changes nothing.
 */
export const plainText = (text: string, lineBreak: ' ' | '\n' = ' '): string =>
  text.toWellFormed().replaceAll(controls, ' ').replaceAll(lineBreaks, lineBreak).replaceAll(unseen, '$1').replaceAll(openIsolates, '$1');

/** Letters that are written from right to left, and the marks that count as such: the blocks that Unicode keeps for them. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Somebody's text beside ours, as `plainText` has it: one that is written from right to left takes the direction of nothing around it. Each
 * line is isolated alone (U+2068 to U+2069).
 */
export const isolated = (text: string, lineBreak: ' ' | '\n' = ' '): string =>
  plainText(text, lineBreak)
    .replaceAll(/[\u2068\u2069]/g, '')
    .split('\n')
    .map((line) => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line))
    .join('\n');
