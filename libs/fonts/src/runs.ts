import bidiFactory from 'bidi-js';
import { fromRight, has, joiningMark, type Face } from './faces.ts';

/** Its types take the CommonJS module for an ES one. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Characters of a line in one font and one direction, as that font lays them out; without a face in the reader's own font. */
export interface Run {
  text: string;
  face: Face | undefined;
}

/** Invisible characters, of which fonts need only those that join; skin tones and keycaps, which our emoji lack. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u20e3]/u;
const withoutScript = /[\p{sc=Common}\p{sc=Inherited}]/u;

/** One paragraph, written from left to right unless its parts are isolated. It answers lines from `start` to before `end`. */
export function paragraphOf(text: string, faceOf: (character: string) => Face | undefined): (start: number, end: number) => Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr');
  const pieces: Piece[] = [];
  /** The first piece at or after each place. */
  const indexes: number[] = [];
  let at = 0;
  for (const character of text) {
    indexes[at] = pieces.length;
    const before = pieces.at(-1)?.face;
    const isPart = before !== undefined && joiningMark.test(character) && has(before, character);
    if (isPart || !invisible.test(character)) {
      pieces.push({ level: levels[at]!, character, face: isPart ? before : faceOf(character) });
    }
    at += character.length;
  }
  return (start, end) => inOrder(runsOf(pieces.slice(indexes[start], indexes[end]))).map(asLaidOut);
}

interface Piece {
  level: number;
  character: string;
  face: Face | undefined;
}

type Levelled = Omit<Piece, 'character'> & { characters: string[] };

function runsOf(pieces: readonly Piece[]): Levelled[] {
  const runs: Levelled[] = [];
  for (const { level, face, character } of pieces) {
    const last = runs.at(-1);
    if (last && last.level === level && last.face === face) last.characters.push(character);
    else runs.push({ level, face, characters: [character] });
  }
  return runs;
}

/** Runs from left to right: from the highest level down, adjacent runs of at least that level are reversed (UAX #9, L2). */
function inOrder(runs: Levelled[]): Levelled[] {
  let ordered = runs;
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const turned: Levelled[] = [];
    let group: Levelled[] = [];
    for (const run of ordered) {
      if (run.level >= level) group.unshift(run);
      else {
        turned.push(...group, run);
        group = [];
      }
    }
    ordered = [...turned, ...group];
  }
  return ordered;
}

/** Fonts reverse Arabic and Hebrew letters themselves, even in left-to-right runs; we reverse the rest. */
function asLaidOut({ level, face, characters }: Levelled): Run {
  const isFromRight = level % 2 === 1;
  const mirrored = isFromRight ? characters.map((character) => bidi.getMirroredCharacter(character) ?? character) : characters;
  const isTurned = face !== undefined && fromRight.test(characters.find((character) => !withoutScript.test(character)) ?? '');
  return { text: (isFromRight === isTurned ? mirrored : mirrored.toReversed()).join(''), face };
}
