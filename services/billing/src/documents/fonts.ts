import { readFileSync } from 'node:fs';

/** The fonts of a document: names of standard fonts, or font files. */
export interface Fonts {
  regular: string | Buffer;
  bold: string | Buffer;
}

/** Fonts that every PDF reader has. They cover the letters of Windows-1252. */
const standard: Fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const inStandard = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

let embedded: Fonts | undefined;

/**
 * Standard fonts if they have all letters of `text`; otherwise embedded ones with Latin, Greek and Cyrillic, which take fifty times as
 * long.
 */
export function fontsFor(text: string): Fonts {
  if (inStandard.test(text)) return standard;
  const file = (name: string): Buffer => readFileSync(new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  embedded ??= { regular: file('DejaVuSans'), bold: file('DejaVuSans-Bold') };
  return embedded;
}
