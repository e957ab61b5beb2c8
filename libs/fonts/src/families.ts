import { readFileSync } from 'node:fs';

/** A font that npm has: DejaVu in one file, Noto in files of some characters each. */
interface Family {
  name: string;
  /** The characters that it is asked for, before the families below it. */
  writes: RegExp;
}

const han = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u33ff\uff00-\uffef]/u;
const hanFamily = (place: string): Family => ({ name: `noto-sans-${place}`, writes: han });
const hanOf: Readonly<Record<string, string>> = { JP: 'jp', KR: 'kr', KP: 'kr', TW: 'tc', HK: 'tc', MO: 'tc' };

const DEJAVU = 'dejavu';
const scripts: readonly Family[] = [
  // Noto's letters are put together of strokes and dots: what is copied from a page would lack the dots.
  { name: 'vazirmatn', writes: /\p{scx=Arabic}/u },
  { name: 'noto-sans-arabic', writes: /\p{scx=Arabic}/u },
  { name: 'noto-sans-hebrew', writes: /\p{scx=Hebrew}/u },
  { name: 'noto-sans-devanagari', writes: /\p{scx=Devanagari}/u },
  { name: 'noto-sans-thai', writes: /\p{scx=Thai}/u },
  { name: 'noto-emoji', writes: /\p{Emoji_Presentation}/u },
];
const fallbackFamilies: readonly Family[] = [
  { name: DEJAVU, writes: /./su },
  { name: 'noto-emoji', writes: /\p{Emoji}/u },
];

/** The forms of letters in a text. */
export interface Style {
  /** ISO 3166-1: decides on the forms of Han characters, which are the simplified Chinese ones elsewhere. */
  country: string | null;
  isBold: boolean;
}

/** The font files that may draw a character, the best first. */
export function filesFor(character: string, { country, isBold }: Style): string[] {
  const places = new Set([hanOf[country ?? ''] ?? 'sc', 'jp', 'sc', 'tc', 'kr']);
  const families = [...scripts, ...[...places].map(hanFamily), ...fallbackFamilies].filter(({ writes }) => writes.test(character));
  return families.flatMap(({ name }) => {
    if (name === DEJAVU) return [`dejavu-fonts-ttf/ttf/DejaVuSans${isBold ? '-Bold' : ''}.ttf`];
    return filesOf(name).get(character.codePointAt(0)!) ?? [];
  });
}

const filesByFamily = new Map<string, ReadonlyMap<number, string>>();

/** The file of each character of a family. It claims a few that it lacks. */
function filesOf(family: string): ReadonlyMap<number, string> {
  const knownFiles = filesByFamily.get(family);
  if (knownFiles) return knownFiles;
  const parts = JSON.parse(readPackaged(`@fontsource-variable/${family}/unicode.json`).toString()) as Record<string, string>;
  const files = new Map<number, string>();
  for (const [part, ranges] of Object.entries(parts)) {
    const file = `@fontsource-variable/${family}/files/${family}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`;
    for (const range of ranges.split(',')) {
      const [first, last = first] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      for (let code = first!; code <= last!; code++) files.set(code, file);
    }
  }
  filesByFamily.set(family, files);
  return files;
}

/** A file of an installed package. */
export const readPackaged = (path: string): Buffer => readFileSync(new URL(import.meta.resolve(path)));
