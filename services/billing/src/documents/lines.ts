/** Scripts that have no blanks between words, and emoji. */
const unspacedScript = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{Emoji_Presentation}]/u;
const closingMark = /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}\s]/u;
const openingMark = /[\p{Ps}\p{Pi}]$/u;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A part of a text: from `start` to before `end`. */
interface Part {
  start: number;
  end: number;
}

/** The lines of a paragraph, no wider than `width` points, without the blanks at their ends. Words break only where one exceeds a line. */
export function paragraphLines(text: string, width: number, widthOf: (part: Part) => number): Part[] {
  const trimmed = ({ start, end }: Part): Part => ({ start, end: start + text.slice(start, end).trimEnd().length });
  const fits = (part: Part): boolean => widthOf(trimmed(part)) <= width;
  const whole = { start: 0, end: text.length };
  const wholeWidth = widthOf(trimmed(whole));
  if (wholeWidth <= width) return [trimmed(whole)];
  const parts = wordsOf(text).flatMap((word) => (fits(word) ? [word] : partsOf(text, word, characters)));
  const lines: Part[] = [];
  let count = Math.ceil((parts.length * width) / wholeWidth);
  for (let first = 0; first < parts.length; first += count) {
    const lineOf = (length: number): Part => ({ start: parts[first]!.start, end: parts[first + length - 1]!.end });
    count = mostThat((length) => fits(lineOf(length)), count, parts.length - first);
    lines.push(trimmed(lineOf(count)));
  }
  return lines;
}

/** The largest number from 1 to `limit` that fits, or 1. It looks near `guess` first, as a font takes long for each try. */
function mostThat(fits: (count: number) => boolean, guess: number, limit: number): number {
  let [low, high] = [1, limit + 1];
  let at = guess;
  for (let step = 1; high - low > 1; step *= 2) {
    at = Math.min(Math.max(at, low + 1), high - 1);
    if (fits(at)) low = at;
    else high = at;
    const isNear = low > 1 && high <= limit;
    if (isNear) at = Math.floor((low + high) / 2);
    else at += low === at ? step : -step;
  }
  return low;
}

const partsOf = (text: string, { start, end }: Part, segmenter: Intl.Segmenter): Part[] =>
  [...segmenter.segment(text.slice(start, end))].map(({ index, segment }) => ({
    start: start + index,
    end: start + index + segment.length,
  }));

/** Words with the marks and blanks that stay beside them. */
function wordsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const part of partsOf(text, { start: 0, end: text.length }, words)) {
    const [before, after] = [text.slice(parts.at(-1)?.start, part.start), text.slice(part.start, part.end)];
    const lastPart = parts.at(-1);
    const isUnspaced = unspacedScript.test(before.slice(-2)) || unspacedScript.test(after);
    const isBreak = /[\s-]$/.test(before) || (isUnspaced && !openingMark.test(before));
    if (lastPart && (!isBreak || closingMark.test(after))) lastPart.end = part.end;
    else parts.push({ ...part });
  }
  return parts;
}
