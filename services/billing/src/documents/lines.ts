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
  const lines: Part[] = [];
  let line: Part | undefined;
  for (const word of wordsOf(text)) {
    for (const part of fits(word) ? [word] : partsOf(text, word, characters)) {
      const extended: Part = line ? { start: line.start, end: part.end } : part;
      if (!line || fits(extended)) line = extended;
      else {
        lines.push(line);
        line = part;
      }
    }
  }
  return [...lines, line ?? { start: 0, end: 0 }].map(trimmed);
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
