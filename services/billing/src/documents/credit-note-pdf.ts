import { isolated } from '@partner-ordering/kernel';
import type { CreditNote } from '../domain/credit-note.ts';
import { formatDay } from './format.ts';
import { drawAmounts } from './receipt-pdf.ts';
import { drawNotes, openSheet } from './sheet.ts';
import { vatNotesOf } from './texts.ts';

/** A credit note as an A4 PDF, in the language of the organization's country. The same note always gives the same pages. */
export async function renderCreditNote(note: CreditNote): Promise<Buffer> {
  const { content, createdAt, number, isTest, reason, vatRule } = note;
  const { project, receipt } = content;
  const sheet = await openSheet({
    number,
    createdAt,
    parties: content,
    clientTexts: [project, reason],
    title: (words) => (isTest ? words.testCreditNote : words.creditNote),
    rows: (words) => [
      [words.project, project.shortCode],
      [words.receipt, receipt.number],
    ],
  });
  const { words, language } = sheet;
  const day = formatDay(new Date(receipt.createdAt), language);
  drawAmounts(sheet, `${words.creditOf(receipt.number, day)}\n${isolated(project.title)}`, note);
  await drawNotes(sheet, [`${words.reason} ${isolated(reason, '\n')}`, ...vatNotesOf([vatRule], content, words), isTest && words.test]);
  return sheet.finish();
}
