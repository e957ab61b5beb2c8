import { setImmediate } from 'node:timers/promises';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import { filesFor, readPackaged, type Style } from './families.ts';

export type { Style } from './families.ts';

/** A font with what a text needs of it. */
export interface Face {
  /** Its file, and the first character that was asked of it: a text may need two fonts of one file. */
  name: string;
  font: Font;
}

/** Parts of a character, which its font has to draw with it. */
export const joiningMark = /[\p{M}\u200c\u200d]/u;

/** Letters that fonts put from right to left themselves. */
export const fromRight = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;

/** The face of each character, without those that no font has. Fonts are read when a character needs them. */
export async function facesFor(characters: Iterable<string>, style: Style): Promise<Map<string, Face>> {
  const faces = new Map<string, Face>();
  let remaining = [...new Set(characters)];
  const joining = remaining.filter((character) => joiningMark.test(character));
  for (let choice = 0; remaining.length > 0; choice++) {
    const wanted = Map.groupBy(remaining, (character) => filesFor(character, style)[choice]);
    wanted.delete(undefined);
    remaining = [];
    for (const [file, asked] of wanted) {
      // Each takes some 2 ms of CPU, and a title has room for a letter of each of 255.
      await setImmediate();
      const face = await faceOf(file!, [...asked, ...joining], style);
      for (const character of asked) {
        if (has(face, character)) faces.set(character, face);
        else remaining.push(character);
      }
    }
  }
  return faces;
}

/** Whether a face has a character. */
export const has = ({ font }: Face, character: string): boolean => font.hasGlyphForCodePoint(character.codePointAt(0)!);

const facesByFile = new Map<string, Face>();

/** The face of a file. A variable font becomes a plain one with these characters, and all forms in which they join. */
async function faceOf(file: string, characters: readonly string[], { isBold }: Style): Promise<Face> {
  if (file.endsWith('.ttf')) {
    const face = facesByFile.get(file) ?? opened(file, readPackaged(file));
    facesByFile.set(file, face);
    return face;
  }
  const options = { targetFormat: 'truetype', variationAxes: { wght: isBold ? 700 : 400 } } as const;
  const bytes = await subsetFont(readPackaged(file), ` \u200c\u200d${characters.join('')}`, options);
  return opened(`${file} ${characters[0]}`, bytes);
}

/** Features that only place marks and choose their forms, of which fontkit throws for some letters. Without them words stay joined. */
const withoutMarks = Object.fromEntries(['mark', 'mkmk', 'pres', 'abvs', 'blws', 'psts'].map((feature) => [feature, false]));

/** A font that lays out every text: where fontkit throws, without features for marks, and then with a glyph for each character. */
function opened(name: string, bytes: Buffer): Face {
  const font = create(bytes) as Font;
  // A font remembers what it first made a shape of, a character or none for a part of another, and PDFs are copied from by that.
  for (const code of font.characterSet) font.glyphForCodePoint(code);
  const layout = font.layout.bind(font);
  font.layout = (text) => {
    for (const features of [{}, withoutMarks]) {
      try {
        return layout(text, features);
      } catch {
        // The next has less that can fail.
      }
    }
    const glyphs = [...text].map((character) => font.glyphForCodePoint(character.codePointAt(0)!));
    if (fromRight.test(text)) glyphs.reverse();
    const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
    return Object.assign(layout(''), { glyphs, positions });
  };
  return { name, font };
}
