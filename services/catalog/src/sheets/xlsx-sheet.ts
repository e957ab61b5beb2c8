import { SaxesParser } from 'saxes';
import { SheetFailure, type Cell, type SheetLine } from './sheet.ts';
import { localName } from './xlsx-workbook.ts';

/** More columns than a sheet of prices has, and few enough to keep. */
const MAX_COLUMNS = 100;
/** The last line that Excel has. */
const MAX_LINE = 1_048_576;
/** The longest text of a cell that Excel allows. */
const MAX_CELL_CHARACTERS = 32_767;

/** The parser keeps what it has read since the last tag began. */
const MAX_CHARACTERS_AT_ONCE = 1024 * 1024;

interface SheetXmlOptions {
  /** A text that cells share, by its number. */
  sharedText?: (index: number) => string | undefined;
  /** Told of each text of the part that holds these. */
  onSharedText?: (text: string) => void;
}

/**
 * Reads the XML of a sheet, or of the texts that its cells share, as it comes in pieces. What it throws is saxes' error, or `SheetFailure`.
 */
export class SheetXml {
  readonly #options: SheetXmlOptions;
  readonly #parser = new SaxesParser({ position: false });
  #lines: SheetLine[] = [];
  #line = 0;
  #cells: Cell[] = [];
  #column = -1;
  #type: string | undefined;
  #text = '';
  /** Text counts only in `v` of a cell, and in `t` of shared and inline texts. */
  #isWanted = false;
  /** Within `rPh`, which holds how a text is spoken. */
  #isSpoken = false;
  #sinceTag = 0;

  constructor(options: SheetXmlOptions) {
    this.#options = options;
    this.#parser.on('error', (error) => {
      throw error;
    });
    this.#parser.on('text', (text) => this.#addText(text));
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(localName(name), attributes as Record<string, string>));
    this.#parser.on('closetag', ({ name }) => this.#close(localName(name)));
  }

  /** The lines that this piece completes. */
  write(piece: string): SheetLine[] {
    const tag = piece.lastIndexOf('<');
    this.#sinceTag = tag === -1 ? this.#sinceTag + piece.length : piece.length - tag;
    if (this.#sinceTag > MAX_CHARACTERS_AT_ONCE) throw new SheetFailure('has a cell with too much text');
    this.#parser.write(piece);
    return this.#lines.splice(0);
  }

  end(): void {
    this.#parser.close();
  }

  #addText(text: string): void {
    if (!this.#isWanted) return;
    this.#text += text;
    if (this.#text.length > MAX_CELL_CHARACTERS) throw new SheetFailure('has a cell with too much text');
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      this.#line = lineAt(attributes['r'], this.#line + 1);
      [this.#cells, this.#column] = [[], -1];
    } else if (name === 'c') {
      this.#column = attributes['r'] === undefined ? this.#column + 1 : columnOf(attributes['r']);
      [this.#type, this.#text] = [attributes['t'], ''];
    } else if (name === 'si') this.#text = '';
    else if (name === 'rPh') this.#isSpoken = true;
    else if (name === 'v' || name === 't') this.#isWanted = !this.#isSpoken;
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#isWanted = false;
    else if (name === 'rPh') this.#isSpoken = false;
    else if (name === 'si') this.#options.onSharedText?.(this.#text);
    else if (name === 'c' && this.#column < MAX_COLUMNS) this.#cells[this.#column] = this.#cell();
    else if (name === 'row') {
      const cells = Array.from(this.#cells, (cell) => cell ?? null);
      if (cells.some((cell) => cell !== null)) this.#lines.push({ line: this.#line, cells });
    }
  }

  #cell(): Cell {
    const value = this.#type === 's' ? this.#options.sharedText?.(Number(this.#text)) : this.#text;
    if (value === undefined) throw new SheetFailure('has a cell without its text');
    const text = value.trim();
    if (text === '') return null;
    return this.#type === undefined || this.#type === 'n' ? Number(text) : text;
  }
}

/** The number of a line, by default that of the `next` one. */
function lineAt(place: string | undefined, next: number): number {
  const line = Number(place ?? next);
  if (!Number.isInteger(line) || line < 1 || line > MAX_LINE) throw new SheetFailure('has a line without a place');
  return line;
}

/** `B12` is column 1. */
function columnOf(place: string): number {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0];
  if (letters === undefined) throw new SheetFailure('has a cell without a place');
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
