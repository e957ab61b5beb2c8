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
export const reminderTexts: Readonly<Record<Language, (facts: ReminderFacts) => Text>> = {
  en: ({ firstname, number, month, dueOn, owed, reminder }) => ({
    subject: reminder === 1 ? `Invoice ${number} is due` : `Reminder ${reminder}: invoice ${number} is due`,
    paragraphs: [
      `Hello ${firstname},`,
      `The invoice ${number} for ${month} was due on ${dueOn}. ${owed} of it is still to be paid.`,
      `Please pay it and give the number ${number}.`,
    ],
    notes: ['If you have paid in the last few days, you need not do anything.'],
  }),
  fr: ({ firstname, number, month, dueOn, owed, reminder }) => ({
    subject: reminder === 1 ? `La facture ${number} est échue` : `Rappel ${reminder} : la facture ${number} est échue`,
    paragraphs: [
      `Bonjour ${firstname},`,
      `La facture ${number} pour ${month} était à régler au plus tard le ${dueOn}. Il reste ${owed} à payer.`,
      `Merci de la régler en rappelant le numéro ${number}.`,
    ],
    notes: ['Si vous avez payé ces derniers jours, vous n’avez rien à faire.'],
  }),
};
