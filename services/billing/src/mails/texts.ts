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
  /** The day of the next attempt; undefined if there is none. */
  nextAttempt: string | undefined;
}

/** The texts of the mails of this service. `label` is that of the button, if there is one. */
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
    ({ firstname, number, owed, failure, nextAttempt }: ChargeFacts) => ({
      subject: `Payment failed for receipt ${number}`,
      paragraphs: [
        `Hello ${firstname},`,
        `We could not charge ${owed} for receipt ${number} to your payment source. Reason: ${failure}`,
        nextAttempt === undefined
          ? 'We will not try again. Your next monthly invoice includes this amount.'
          : `We will try again on ${nextAttempt}, with your default payment method at that time.`,
      ],
      label: 'Confirm payment',
    }),
    ({ firstname, number, owed, failure, nextAttempt }) => ({
      subject: `Échec du paiement du reçu ${number}`,
      paragraphs: [
        `Bonjour ${firstname},`,
        `Nous n’avons pas pu débiter ${owed} de votre moyen de paiement pour le reçu ${number}. Motif : ${failure}`,
        nextAttempt === undefined
          ? 'Il n’y aura pas d’autre tentative. Votre prochaine facture mensuelle inclura ce montant.'
          : `Une nouvelle tentative aura lieu le ${nextAttempt}, avec votre moyen de paiement par défaut à cette date.`,
      ],
      label: 'Confirmer le paiement',
    }),
  ),
});
