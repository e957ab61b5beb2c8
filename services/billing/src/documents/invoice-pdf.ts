import { setImmediate } from 'node:timers/promises';
import { isolated } from '@partner-ordering/kernel';
import { formatMoney } from '@partner-ordering/mail';
import type { InvoiceLine } from '../domain/collected-receipts.ts';
import type { Invoice } from '../domain/invoice.ts';
import { formatDay, formatMonth, formatRate, formatShortDay } from './format.ts';
import { drawColumnHeads, drawLine, drawNotes, drawRow, MARGIN, needRoom, openSheet, RIGHT_COLUMN, WIDTH, type Sheet } from './sheet.ts';
import { vatNotesOf, type Texts } from './texts.ts';

/** Left edge, width and alignment of the columns: date, receipt, project, VAT rate, net amount. */
const columns = [
  { at: 0, width: 58, align: 'left' },
  { at: 62, width: 76, align: 'left' },
  { at: 142, width: 206, align: 'left' },
  { at: 352, width: 40, align: 'right' },
  { at: 396, width: WIDTH - 396, align: 'right' },
] as const;

const ROW_GAP = 4;

/** An A4 PDF with a line for each receipt, in the language of the organization's country. The same invoice gives the same bytes. */
export async function renderInvoice(invoice: Invoice, lines: readonly InvoiceLine[]): Promise<Buffer> {
  const { content, createdAt, number, period, dueAt } = invoice;
  const sheet = await openSheet({
    title: (words) => words.invoice,
    number,
    createdAt,
    parties: content,
    clientTexts: lines.map(({ title }) => title),
    rows: (words, language) => [
      [words.period, formatMonth(period, language)],
      [words.dueOn, formatDay(dueAt, language)],
    ],
  });
  const { words, language } = sheet;
  await drawLines(sheet, lines, invoice.currency);
  drawTotals(sheet, invoice);
  const rules = content.vatLines.map(({ vatRule }) => vatRule);
  await drawNotes(sheet, [
    ...vatNotesOf(rules, content, words),
    invoicedBefore(lines, words),
    words.pay(number, formatDay(dueAt, language)),
  ]);
  return sheet.finish();
}

const NAMED_AT_MOST = 40;
const INVOICED_MARK = '*';

/** The legal note on the marked receipts, whose charges failed: they are invoices already. Null if there are none. */
function invoicedBefore(lines: readonly InvoiceLine[], words: Texts): string | null {
  const numbers = lines.filter(({ isInvoice }) => isInvoice).map(({ number }) => number);
  if (numbers.length === 0) return null;
  return words.invoicedBefore(numbers.length > NAMED_AT_MOST ? null : numbers);
}

async function drawLines(sheet: Sheet, lines: readonly InvoiceLine[], currency: string): Promise<void> {
  const { words, language } = sheet;
  const heads = (): void =>
    drawColumnHeads(sheet, () => {
      const cells = [words.date, words.receipt, words.project, words.vat, words.net];
      drawCells(sheet, cells, heightOf(sheet, cells));
    });
  heads();
  for (const { createdAt, number, title, shortCode, vatRate, amountMinor, isInvoice } of lines) {
    // Lets other work of the process run.
    await setImmediate();
    const day = formatShortDay(new Date(createdAt), language);
    const money = formatMoney(amountMinor, currency, language);
    const cells = [
      day,
      isInvoice ? number + INVOICED_MARK : number,
      `${isolated(title)} (${shortCode})`,
      formatRate(vatRate, language),
      money,
    ];
    sheet.pdf.fontSize(8);
    const height = heightOf(sheet, cells);
    if (needRoom(sheet, height)) heads();
    sheet.pdf.fontSize(8);
    drawCells(sheet, cells, height);
  }
  sheet.pdf.fontSize(10);
  drawLine(sheet);
}

/** Only text from clients takes more than one line. */
const heightOf = ({ pdf }: Sheet, [, , project = '']: readonly string[]): number =>
  pdf.heightOfString(project, { width: columns[2].width }) + ROW_GAP;

function drawCells({ pdf }: Sheet, cells: readonly string[], height: number): void {
  const { y } = pdf;
  for (const [index, text] of cells.entries()) {
    const { at, ...options } = columns[index]!;
    pdf.text(text, MARGIN + at, y, { ...options, lineBreak: index === 2 });
  }
  pdf.y = y + height;
}

const TOTALS_HEIGHT = 30;
const VAT_LINE_HEIGHT = 34;

/** Net and VAT by rate, and the total, together on one page. */
function drawTotals(sheet: Sheet, { content: { vatLines }, amountMinor, totalMinor, currency }: Invoice): void {
  const { pdf, language, words } = sheet;
  const money = (minor: number): string => formatMoney(minor, currency, language);
  const byRate = [...Map.groupBy(vatLines, ({ vatRate }) => vatRate)];
  needRoom(sheet, TOTALS_HEIGHT + byRate.length * VAT_LINE_HEIGHT);
  for (const [rate, lines] of byRate) {
    const sum = (minor: 'amountMinor' | 'vatMinor'): string => money(lines.reduce((all, line) => all + line[minor], 0));
    if (byRate.length > 1) drawRow(sheet, `${words.netOf} ${formatRate(rate, language)}`, sum('amountMinor'), RIGHT_COLUMN);
    else drawRow(sheet, words.net, money(amountMinor), RIGHT_COLUMN);
    drawRow(sheet, `${words.vat} ${formatRate(rate, language)}`, sum('vatMinor'), RIGHT_COLUMN);
  }
  if (byRate.length > 1) drawRow(sheet, words.net, money(amountMinor), RIGHT_COLUMN);
  pdf.font('bold').fontSize(12);
  drawRow(sheet, words.total, money(totalMinor), RIGHT_COLUMN);
  pdf.font('regular').fontSize(10);
}
