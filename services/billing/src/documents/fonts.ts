import { readFileSync } from 'node:fs';

/** Fonts that every PDF reader has. They cover the letters of Windows-1252. */
const standard = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const inStandard = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

const file = (name: string): Buffer => readFileSync(new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
let embedded: { regular: Buffer; bold: Buffer } | undefined;

/** Fonts with Latin, Greek and Cyrillic. Embedding them takes several times as long as a document with standard fonts. */
const embeddable = () => (embedded ??= { regular: file('DejaVuSans'), bold: file('DejaVuSans-Bold') });

/** Gives a document that was made with `font: ''` the fonts `regular` and `bold`, which have all letters of `text`. */
export function useFonts(pdf: PDFKit.PDFDocument, text: string): void {
  const { regular, bold } = inStandard.test(text) ? standard : embeddable();
  pdf.registerFont('regular', regular).registerFont('bold', bold);
}
