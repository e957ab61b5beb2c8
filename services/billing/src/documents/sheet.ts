import { setImmediate } from 'node:timers/promises';
import { isolated, plainText, type Language } from '@partner-ordering/kernel';
import type { ReceiptContent } from '../domain/receipt.ts';
import { addressLines, formatDay } from './format.ts';
import { Paper } from './paper.ts';
import { languageOfCountry, texts, type Texts } from './texts.ts';

export const MARGIN = 56;
const PAGE_WIDTH = 595.28;
const PAGE_HEIGHT = 841.89;
export const WIDTH = PAGE_WIDTH - 2 * MARGIN;
export const RIGHT_COLUMN = MARGIN + WIDTH * 0.55;
const FAINT = '#666666';
const LINE = '#cccccc';
const AMOUNT_WIDTH = 120;

/** A document that is being drawn, from top to bottom. */
export interface Sheet {
  readonly pdf: Paper;
  readonly language: Language;
  readonly words: Texts;
  /** The document as bytes, with page numbers if there are several pages. Nothing can be drawn any more. */
  finish(): Promise<Buffer>;
}

/** The head of a document. */
interface SheetOptions {
  title: (words: Texts) => string;
  number: string;
  createdAt: Date;
  parties: Pick<ReceiptContent, 'seller' | 'buyer'>;
  /** The lines below number and date. */
  rows: (words: Texts, language: Language) => readonly (readonly [label: string, value: string])[];
  /** The clients' other texts in the document, which decide on the fonts. */
  clientTexts: unknown;
}

/** Opens an A4 document with its head, in the language of the buyer's country. The same content always gives the same bytes. */
export async function openSheet(options: SheetOptions): Promise<Sheet> {
  const { title, number, createdAt, clientTexts } = options;
  const { seller, buyer } = options.parties;
  const language = languageOfCountry(buyer.address.country);
  const words = texts[language];
  const info = { Title: `${title(words)} ${number}`, Author: plainText(seller.name), CreationDate: createdAt };
  const pdf = new Paper({ size: 'A4', margin: MARGIN, info, lang: language, displayTitle: true, bufferPages: true, font: '' });
  writePagesEarly(pdf);
  await pdf.useFontsFor(JSON.stringify([seller, buyer, clientTexts]), buyer.address.country);
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const finish = (): Promise<Buffer> => {
    numberPages(pdf, words, number);
    pdf.end();
    return bytes;
  };
  const sheet = { pdf, language, words, finish };
  await drawHead(sheet, options);
  return sheet;
}

/** The seller on the left; title, number, date and `rows` on the right; the buyer below. */
async function drawHead({ pdf, language, words }: Sheet, { title, number, createdAt, parties, rows }: SheetOptions): Promise<void> {
  const { seller, buyer } = parties;
  const column = { width: WIDTH * 0.5 };
  pdf.font('bold').fontSize(11).text(seller.name, MARGIN, MARGIN, column).font('regular').fontSize(9);
  for (const line of seller.address) pdf.text(line, column);
  if (seller.vatNumber) pdf.text(`${words.vatNumber} ${seller.vatNumber}`, column);
  const bottom = pdf.y;

  pdf.font('bold').fontSize(20).text(title(words), RIGHT_COLUMN, MARGIN).fontSize(9).moveDown(0.5);
  for (const [label, value] of [[words.number, number], [words.date, formatDay(createdAt, language)], ...rows(words, language)] as const) {
    const { y } = pdf;
    pdf.font('regular').fillColor(FAINT).text(label, RIGHT_COLUMN, y, { width: 60 });
    pdf.fillColor('black').text(value, RIGHT_COLUMN + 64, y);
  }
  pdf.y = Math.max(bottom, pdf.y);
  pdf.moveDown(3).fontSize(9).fillColor(FAINT).text(words.customer, MARGIN).moveDown(0.3);
  pdf.fillColor('black').font('bold').fontSize(11).text(isolated(buyer.name)).font('regular').fontSize(10);
  for (const line of addressLines(buyer.address, language)) {
    // Lets other work of the process run.
    await setImmediate();
    pdf.text(isolated(line));
  }
  await setImmediate();
  if (buyer.vatNumber) pdf.text(`${words.vatNumber} ${isolated(buyer.vatNumber)}`);
  pdf.moveDown(3);
}

/** Begins a new page unless `height` more points fit on this one. Whether it did. */
export function needRoom({ pdf }: Sheet, height: number): boolean {
  if (pdf.y + height <= PAGE_HEIGHT - MARGIN) return false;
  pdf.addPage();
  return true;
}

/** The heads of columns. */
export const drawColumnHeads = (sheet: Sheet, draw: () => void): void => {
  sheet.pdf.font('regular').fontSize(9).fillColor(FAINT);
  draw();
  drawLine(sheet);
  sheet.pdf.fillColor('black').fontSize(10);
};

/** A label and an amount at the right edge. */
export function drawRow(sheet: Sheet, label: string, amount: string, left = MARGIN): void {
  const { pdf } = sheet;
  const width = MARGIN + WIDTH - AMOUNT_WIDTH - left;
  needRoom(sheet, pdf.heightOfString(label, { width }) + 4);
  const { y } = pdf;
  pdf.text(amount, MARGIN + WIDTH - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' });
  const below = pdf.y;
  pdf.text(label, left, y, { width });
  pdf.y = Math.max(pdf.y, below) + 4;
}

/** A thin line from margin to margin, below what was drawn last. */
export function drawLine({ pdf }: Sheet): void {
  const y = pdf.y + 2;
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(LINE);
  pdf.y = y + 8;
}

/** Small paragraphs at the end. */
export async function drawNotes(sheet: Sheet, notes: readonly (string | null | false)[]): Promise<void> {
  const { pdf } = sheet;
  pdf.moveDown(3).font('regular').fontSize(9);
  for (const note of notes.filter((text) => typeof text === 'string')) {
    // Lets other work of the process run.
    await setImmediate();
    needRoom(sheet, pdf.heightOfString(note, { width: WIDTH }));
    pdf.text(note, MARGIN, pdf.y, { width: WIDTH }).moveDown(0.5);
  }
}

/** Fields of a pdfkit page that its types leave out. */
interface PageInternals {
  content: { end(): void };
  dictionary: { data: { Contents: unknown } };
}

/**
 * Writes each page once the next begins, so that a long document does not keep the strokes of a thousand pages. The page number, which
 * names the last page too, is drawn at the end into a stream of its own.
 */
function writePagesEarly(pdf: Paper): void {
  let currentPage = pdf.page as unknown as PageInternals;
  pdf.on('pageAdded', () => {
    const content = currentPage.content;
    content.end();
    currentPage.content = pdf.ref({}) as unknown as PageInternals['content'];
    currentPage.dictionary.data.Contents = [content, currentPage.content];
    currentPage = pdf.page as unknown as PageInternals;
  });
}

function numberPages(pdf: Paper, words: Texts, number: string): void {
  const { count } = pdf.bufferedPageRange();
  if (count === 1) return;
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // Below the lower margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0;
    const options = { width: WIDTH, align: 'center', lineBreak: false } as const;
    pdf.font('regular').fontSize(8).fillColor(FAINT);
    pdf.text(`${number} – ${words.page(page + 1, count)}`, MARGIN, PAGE_HEIGHT - MARGIN / 2 - 8, options);
  }
}
