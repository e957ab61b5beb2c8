import PDFDocument from 'pdfkit';
import type { Receipt } from '../domain/receipt.ts';
import { fontsFor } from './fonts.ts';
import { addressLines, formatDay, formatMoney, formatRate } from './format.ts';
import { languageOf, texts, type Language, type Texts } from './texts.ts';

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const RIGHT_COLUMN = MARGIN + WIDTH * 0.55;
const FAINT = '#666666';
const LINE = '#cccccc';

interface Sheet {
  pdf: PDFKit.PDFDocument;
  receipt: Receipt;
  language: Language;
  words: Texts;
}

/** A receipt as an A4 PDF, in the language of the organization's country. The same receipt always gives the same page. */
export function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const { content, createdAt, number } = receipt;
  const language = languageOf(content.buyer.address.country);
  const words = texts[language];
  const title = titleOf(receipt, words);
  const info = { Title: `${title} ${number}`, Author: content.seller.name, CreationDate: createdAt };
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: language, displayTitle: true });
  const fonts = fontsFor(JSON.stringify(content));
  // A font may also be a Buffer, which the types leave out.
  pdf.registerFont('regular', fonts.regular as string).registerFont('bold', fonts.bold as string);
  const finished = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const sheet = { pdf, receipt, language, words };
  drawHead(sheet, title);
  drawBuyer(sheet);
  drawAmounts(sheet);
  drawNotes(sheet);
  pdf.end();
  return finished;
}

function titleOf({ isTest, isInvoice }: Receipt, words: Texts): string {
  if (isTest) return words.testReceipt;
  return isInvoice ? words.invoice : words.receipt;
}

/** The seller on the left; title, number and date on the right. */
function drawHead({ pdf, receipt, language, words }: Sheet, title: string): void {
  const { seller, project } = receipt.content;
  const column = { width: WIDTH * 0.5 };
  pdf.font('bold').fontSize(11).text(seller.name, MARGIN, MARGIN, column).font('regular').fontSize(9);
  for (const line of seller.address) pdf.text(line, column);
  if (seller.vatNumber) pdf.text(`${words.vatNumber} ${seller.vatNumber}`, column);
  const bottom = pdf.y;

  pdf.font('bold').fontSize(20).text(title, RIGHT_COLUMN, MARGIN).fontSize(9).moveDown(0.5);
  const rows = [
    [words.number, receipt.number],
    [words.date, formatDay(receipt.createdAt, language)],
    [words.project, project.shortCode],
  ] as const;
  for (const [label, value] of rows) {
    const { y } = pdf;
    pdf.font('regular').fillColor(FAINT).text(label, RIGHT_COLUMN, y, { width: 60 });
    pdf.fillColor('black').text(value, RIGHT_COLUMN + 64, y);
  }
  pdf.y = Math.max(bottom, pdf.y);
}

function drawBuyer({ pdf, receipt, language, words }: Sheet): void {
  const { name, address, vatNumber } = receipt.content.buyer;
  pdf.moveDown(3).fontSize(9).fillColor(FAINT).text(words.customer, MARGIN).moveDown(0.3);
  pdf.fillColor('black').font('bold').fontSize(11).text(name).font('regular').fontSize(10);
  for (const line of addressLines(address, language)) pdf.text(line);
  if (vatNumber) pdf.text(`${words.vatNumber} ${vatNumber}`);
}

function drawAmounts(sheet: Sheet): void {
  const { pdf, receipt, language, words } = sheet;
  const { amountMinor, vatMinor, totalMinor, vatRate, currency, content } = receipt;
  const money = (minor: number): string => formatMoney(minor, currency, language);
  pdf.moveDown(3).fontSize(9).fillColor(FAINT);
  drawRow(sheet, words.description, words.net);
  drawLine(sheet);
  pdf.fillColor('black').fontSize(10);
  drawRow(sheet, content.project.title, money(amountMinor));
  drawLine(sheet);
  drawRow(sheet, words.net, money(amountMinor), RIGHT_COLUMN);
  drawRow(sheet, `${words.vat} ${formatRate(vatRate, language)}`, money(vatMinor), RIGHT_COLUMN);
  pdf.font('bold').fontSize(12);
  drawRow(sheet, words.total, money(totalMinor), RIGHT_COLUMN);
  pdf.font('regular').fontSize(10);
}

const AMOUNT_WIDTH = 120;

function drawRow({ pdf }: Sheet, label: string, amount: string, left = MARGIN): void {
  const { y } = pdf;
  pdf.text(amount, MARGIN + WIDTH - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' });
  const below = pdf.y;
  pdf.text(label, left, y, { width: MARGIN + WIDTH - AMOUNT_WIDTH - left });
  pdf.y = Math.max(pdf.y, below) + 4;
}

function drawLine({ pdf }: Sheet): void {
  const y = pdf.y + 2;
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(LINE);
  pdf.y = y + 8;
}

function drawNotes({ pdf, receipt, words }: Sheet): void {
  const { isTest, isInvoice, vatRule } = receipt;
  const notes = [
    words.vatNotes[vatRule],
    isTest && words.test,
    !isTest && isInvoice && words.charged,
    !isInvoice && words.noInvoice,
  ].filter((note) => typeof note === 'string');
  pdf.moveDown(3).fontSize(9);
  for (const note of notes) pdf.text(note, MARGIN, pdf.y, { width: WIDTH }).moveDown(0.5);
}
