import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';

/** The fonts of a document: names of standard fonts, or font files. */
interface Fonts {
  regular: string | Buffer;
  bold: string | Buffer;
}

/** Fonts that every PDF reader has. They cover the letters of Windows-1252. */
const standard: Fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const inStandard = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

let embedded: Fonts | undefined;

/**
 * Standard fonts if they have all letters of `text`; otherwise embedded ones with Latin, Greek and Cyrillic, which take several times as
 * long.
 */
function fontsFor(text: string): Fonts {
  if (inStandard.test(text)) return standard;
  const file = (name: string): Buffer => readFileSync(new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  embedded ??= { regular: file('DejaVuSans'), bold: file('DejaVuSans-Bold') };
  return embedded;
}

/** What pdfkit makes of a font in a document. `font` is what it was parsed to, which belongs to no document. */
interface OpenFont {
  font: unknown;
}

/** What pdfkit keeps of fonts in a document, which its types leave out: the open ones by name, and how many there are. */
interface FontsOfDocument {
  _font: OpenFont;
  _fontFamilies: Record<string, OpenFont>;
  _fontCount: number;
}

const parsed = new Map<string | Buffer, OpenFont>();

/** A font as pdfkit opens it. Parsing it takes longer than all else of a receipt, so it is done once for all documents. */
function parsedFont(source: string | Buffer): OpenFont {
  const known = parsed.get(source);
  if (known) return known;
  // A font may also be a Buffer, which the types leave out.
  const { _font: font } = new PDFDocument({ font: '' }).font(source as string) as unknown as FontsOfDocument;
  parsed.set(source, font);
  return font;
}

/** Gives a document that was made with `font: ''` the fonts `regular` and `bold`, which have all letters of `text`. */
export function useFonts(pdf: PDFKit.PDFDocument, text: string): void {
  for (const [name, source] of Object.entries(fontsFor(text)) as [string, string | Buffer][]) {
    const font = parsedFont(source);
    if (typeof source === 'string') takeOver(pdf as unknown as FontsOfDocument, name, font);
    // What is embedded is each document's own, but not what it is taken from.
    else pdf.registerFont(name, font.font as string);
  }
}

/** A standard font has nothing of its document but its name there. */
function takeOver(pdf: FontsOfDocument, name: string, font: OpenFont): void {
  const own = { document: pdf, id: `F${++pdf._fontCount}`, dictionary: undefined, embedded: false };
  pdf._fontFamilies[name] = Object.assign(Object.create(Object.getPrototypeOf(font) as object) as OpenFont, font, own);
}
