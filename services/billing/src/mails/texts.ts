import { bilingual, both } from '@partner-ordering/kernel';

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

/** The facts of a failed charge; amounts and days in the reader's language. */
interface ChargeFacts {
  firstname: string;
  number: string;
  owed: string;
  failure: string;
  /** When it is tried again; undefined when it is not. */
  again: string | undefined;
}

/** What the mails of this service say. `label` is that of the button, where there is one. */
export const mailTexts = bilingual({
  invoiceOverdue: both(
    ({ firstname, number, month, dueOn, owed, reminder }: ReminderFacts) => ({
      subject: reminder === 1 ? `Invoice ${number} is overdue` : `Reminder ${reminder}: invoice ${number} is overdue`,
      paragraphs: [
        `Hello ${firstname},`,
        `Invoice ${number} for ${month} was due on ${dueOn}. The amount still due is ${owed}.`,
        `Please pay this amount and use ${number} as the payment reference.`,
      ],
      notes: ['If you paid in the last few days, ignore this email.'],
    }),
    ({ firstname, number, month, dueOn, owed, reminder }) => ({
      subject: reminder === 1 ? `La facture ${number} est échue` : `Rappel ${reminder} : la facture ${number} est échue`,
      paragraphs: [
        `Bonjour ${firstname},`,
        `La facture ${number} pour ${month} était à régler au plus tard le ${dueOn}. Il reste ${owed} à payer.`,
        `Merci de régler ce montant en indiquant la référence ${number}.`,
      ],
      notes: ['Si vous avez payé ces derniers jours, ignorez cet e-mail.'],
    }),
  ),
  chargeFailed: both(
    ({ firstname, number, owed, failure, again }: ChargeFacts) => ({
      subject: `Payment failed for receipt ${number}`,
      paragraphs: [
        `Hello ${firstname},`,
        `We could not charge ${owed} for receipt ${number} to your payment source. Reason: ${failure}`,
        again === undefined ? 'We will not try again. Your next monthly invoice includes this amount.' : `We will try again on ${again}, with your default payment method at that time.`, // oxfmt-ignore
      ],
      label: 'Confirm payment',
    }),
    ({ firstname, number, owed, failure, again }) => ({
      subject: `Échec du paiement du reçu ${number}`,
      paragraphs: [
        `Bonjour ${firstname},`,
        `Nous n’avons pas pu débiter ${owed} de votre moyen de paiement pour le reçu ${number}. Motif : ${failure}`,
        again === undefined ? 'Il n’y aura pas d’autre tentative. Votre prochaine facture mensuelle inclura ce montant.' : `Une nouvelle tentative aura lieu le ${again}, avec votre moyen de paiement par défaut à cette date.`, // oxfmt-ignore
      ],
      label: 'Confirmer le paiement',
    }),
  ),
});
