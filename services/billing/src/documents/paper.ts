import { facesFor, has, paragraphOf, invisible, type Face, type Run } from '@partner-ordering/fonts';
import { plainText } from '@partner-ordering/kernel';
import PDFDocument from 'pdfkit';
import { paragraphLines } from './lines.ts';

/** The letters of Windows-1252, which the fonts of every PDF reader have. */
const standardText = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
const standard = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const DEJAVU = 'dejavu';

/** A plain text with a letter and its accent as one character where there is one. Other characters keep their form. */
const plain = (text: string): string => plainText(text, '\n').replaceAll(/\p{L}\p{M}+/gu, (letter) => letter.normalize('NFC'));

/** Fields of pdfkit that its types leave out. */
interface PdfkitInternals {
  /** The font in use; in thousandths of the font size. */
  _font: { id: string; ascender: number };
  /** Points. */
  _fontSize: number;
  continueOnNewPage(): void;
}

type Options = PDFKit.Mixins.TextOptions;

/** A line, ready to be drawn. In points. */
interface Line {
  runs: readonly (Run & { width: number })[];
  height: number;
  ascender: number;
}

/**
 * A document whose texts may be of any script. All texts pass `text`: it draws no control characters, and the code of a character in place
 * of one that no font has.
 */
export class Paper extends PDFDocument {
  #faces: ReadonlyMap<string, Face> = new Map();
  /** DejaVu, where it replaces the standard fonts. */
  #bold: Face | undefined;
  /** Those of the last text, which is measured before it is drawn. */
  #lastLines: { key: string; lines: readonly Line[] } | undefined;

  /**
   * Gives the document the fonts `regular` and `bold`, and those of all other characters of `texts`. Latin texts need no font from a file.
   * `country` is that of the reader.
   */
  async useFontsFor(texts: string, country: string | null): Promise<void> {
    const style = { country, isBold: false };
    const nonStandard = [...plain(texts)].filter((character) => !standardText.test(character) && !invisible.test(character));
    this.#faces = await facesFor(nonStandard, style);
    const isDejavu = [...this.#faces.values()].some(({ name }) => name.startsWith(DEJAVU));
    const regular = isDejavu ? (await facesFor(['ź'], style)).get('ź') : undefined;
    this.#bold = isDejavu ? (await facesFor(['ź'], { ...style, isBold: true })).get('ź') : undefined;
    this.#register('regular', regular ?? standard.regular);
    this.#register('bold', this.#bold ?? standard.bold);
    for (const face of this.#faces.values()) this.#register(face.name, face);
  }

  /** Under a name. pdfkit takes a font that is open, which its types leave out. */
  #register(name: string, font: Face | string): void {
    this.registerFont(name, typeof font === 'string' ? font : (font.font as never));
  }

  override text(rawText: string, x?: number | Options, y?: number, options: Options = {}): this {
    const text = this.#drawable(rawText);
    if (this.#isInBaseFonts(text)) return super.text(text, x as number, y, options);
    if (typeof x === 'number') this.x = x;
    if (typeof y === 'number') this.y = y;
    const { x: left } = this;
    for (const line of this.#linesOf(text, typeof x === 'object' ? x : options)) {
      if (this.y + line.height > this.page.maxY()) this.#turnPage();
      this.#draw(line, left);
    }
    this.x = left;
    return this;
  }

  override heightOfString(rawText: string, options: Options = {}): number {
    const text = this.#drawable(rawText);
    if (this.#isInBaseFonts(text)) return super.heightOfString(text, options);
    return this.#linesOf(text, options).reduce((sum, { height }) => sum + height, 0);
  }

  /** The text with codes in place of what no font has. */
  #drawable(rawText: string): string {
    const isUndrawable = (character: string): boolean =>
      !standardText.test(character) && !invisible.test(character) && !this.#faces.has(character);
    const code = (character: string): string => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
    return [...plain(rawText)].map((character) => (isUndrawable(character) ? code(character) : character)).join('');
  }

  /** Whether `regular` and `bold` draw the whole text. */
  #isInBaseFonts(text: string): boolean {
    return standardText.test(text) || [...text].every((character) => !invisible.test(character) && this.#faceOf(character) === undefined);
  }

  /** The font of a character that the fonts in use lack. */
  #faceOf(character: string): Face | undefined {
    const face = this.#faces.get(character);
    return face?.name.startsWith(DEJAVU) && has(this.#bold!, character) ? undefined : face;
  }

  #linesOf(text: string, { width, lineBreak = true }: Options): readonly Line[] {
    const room = lineBreak ? (width ?? this.page.width - this.x - this.page.margins.right) : Infinity;
    const { _font, _fontSize } = this as unknown as PdfkitInternals;
    const key = `${_font.id} ${_fontSize} ${room} ${text}`;
    if (this.#lastLines?.key !== key) this.#lastLines = { key, lines: this.#laidOut(text, room) };
    return this.#lastLines.lines;
  }

  #laidOut(text: string, room: number): Line[] {
    return text.split('\n').flatMap((paragraph) => {
      const runsOf = paragraphOf(paragraph, (character) => this.#faceOf(character));
      const widthOf = ({ text: runText, face }: Run): number => this.#withFace(face, () => this.widthOfString(runText));
      const lines = paragraphLines(paragraph, room, ({ start, end }) => runsOf(start, end).reduce((sum, run) => sum + widthOf(run), 0));
      return lines.map(({ start, end }) => this.#line(runsOf(start, end).map((run) => ({ ...run, width: widthOf(run) }))));
    });
  }

  /** A line as high as its highest font. */
  #line(runs: Line['runs']): Line {
    const sizes = [...new Set([undefined, ...runs.map(({ face }) => face)])].map((face) =>
      this.#withFace(face, ({ _font, _fontSize }) => [this.currentLineHeight(true), (_font.ascender / 1000) * _fontSize] as const),
    );
    return { runs, height: Math.max(...sizes.map(([height]) => height)), ascender: Math.max(...sizes.map(([, ascender]) => ascender)) };
  }

  /** Draws a line and goes to the next. */
  #draw({ runs, height, ascender }: Line, left: number): void {
    const { y } = this;
    let x = left;
    for (const { text, face, width } of runs) {
      this.#withFace(face, () => super.text(text, x, y + ascender, { lineBreak: false, baseline: 'alphabetic' }));
      x += width;
    }
    this.y = y + height;
  }

  #turnPage(): void {
    (this as unknown as PdfkitInternals).continueOnNewPage();
    this.y = this.page.margins.top;
  }

  /** Does something in the font of a face, then goes back to the font in use. */
  #withFace<Result>(face: Face | undefined, act: (parts: PdfkitInternals) => Result): Result {
    const parts = this as unknown as PdfkitInternals;
    const before = parts._font;
    if (face) this.font(face.name);
    const result = act(parts);
    parts._font = before;
    return result;
  }
}
