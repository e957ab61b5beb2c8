import { isolating } from '@partner-ordering/kernel';
import type { Language, Letter } from '@partner-ordering/mail';

/** The facts of a reminder; amounts and days in the reader's language. */
interface ReminderFacts {
  firstname: string;
  number: string;
  month: string;
  dueOn: string;
  owed: string;
  /** The first is 1. */
  reminder: number;
}

type Text = Pick<Letter, 'subject' | 'paragraphs' | 'notes'>;

/** The texts of reminders. */
export const reminderTexts = isolating<Readonly<Record<Language, (facts: ReminderFacts) => Text>>>({
  en: ({ firstname, number, month, dueOn, owed, reminder }) => ({
    subject: reminder === 1 ? `Invoice ${number} is overdue` : `Reminder ${reminder}: invoice ${number} is overdue`,
    paragraphs: [
      `Hello ${firstname},`,
      `Invoice ${number} for ${month} was due on ${dueOn}. The amount still due is ${owed}.`,
      `Please pay this amount and use ${number} as the payment reference.`,
    ],
    notes: ['If you paid in the last few days, ignore this email.'],
  }),
  fr: ({ firstname, number, month, dueOn, owed, reminder }) => ({
    subject: reminder === 1 ? `La facture ${number} est échue` : `Rappel ${reminder} : la facture ${number} est échue`,
    paragraphs: [
      `Bonjour ${firstname},`,
      `La facture ${number} pour ${month} était à régler au plus tard le ${dueOn}. Il reste ${owed} à payer.`,
      `Merci de régler ce montant en indiquant la référence ${number}.`,
    ],
    notes: ['Si vous avez payé ces derniers jours, ignorez cet e-mail.'],
  }),
});
