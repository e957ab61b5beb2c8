import { isolated } from '@partner-ordering/kernel';
import { formatMoney } from '@partner-ordering/mail';
import type { Receipt } from '../domain/receipt.ts';
import { formatRate } from './format.ts';
import { drawColumnHeads, drawLine, drawNotes, drawRow, openSheet, RIGHT_COLUMN, type Sheet } from './sheet.ts';
import { vatNotesOf, type Texts } from './texts.ts';

/** A receipt as an A4 PDF, in the language of the organization's country. The same receipt always gives the same page. */
export async function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const { content, createdAt, number, isTest, isInvoice, vatRule } = receipt;
  const sheet = await openSheet({
    title: (words) => titleOf(receipt, words),
    number,
    createdAt,
    parties: content,
    clientTexts: content.project,
    rows: (words) => [[words.project, content.project.shortCode]],
  });
  const { words } = sheet;
  drawAmounts(sheet, isolated(content.project.title), receipt);
  const notes = [isTest && words.test, !isTest && isInvoice && words.charged, !isInvoice && words.noInvoice];
  await drawNotes(sheet, [...vatNotesOf([vatRule], content, words), ...notes]);
  return sheet.finish();
}

function titleOf({ isTest, isInvoice }: Receipt, words: Texts): string {
  if (isTest) return words.testReceipt;
  return isInvoice ? words.invoice : words.receipt;
}

/** The amounts of a document with one line. */
type Amounts = Pick<Receipt, 'amountMinor' | 'vatMinor' | 'totalMinor' | 'vatRate' | 'currency'>;

/** The only line of a document, and its sums. */
export function drawAmounts(sheet: Sheet, line: string, { amountMinor, vatMinor, totalMinor, vatRate, currency }: Amounts): void {
  const { pdf, language, words } = sheet;
  const money = (minor: number): string => formatMoney(minor, currency, language);
  drawColumnHeads(sheet, () => drawRow(sheet, words.description, words.net));
  drawRow(sheet, line, money(amountMinor));
  drawLine(sheet);
  drawRow(sheet, words.net, money(amountMinor), RIGHT_COLUMN);
  drawRow(sheet, `${words.vat} ${formatRate(vatRate, language)}`, money(vatMinor), RIGHT_COLUMN);
  pdf.font('bold').fontSize(12);
  drawRow(sheet, words.total, money(totalMinor), RIGHT_COLUMN);
  pdf.font('regular').fontSize(10);
}
