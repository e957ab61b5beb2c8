import { managersOf } from '@partner-ordering/commerce';
import { isolating } from '@partner-ordering/kernel';
import type { Database, Transaction } from '@partner-ordering/data';
import type { WriteTools } from '@partner-ordering/writes';
import { languageOf, mailJob, type Language, type Letter, type WriteLetter } from '@partner-ordering/mail';
import { formatDay, formatMoney } from '../documents/format.ts';
import { isChargeable } from '../domain/held-receipts.ts';
import { Payment } from '../domain/payment.ts';
import { Receipt } from '../domain/receipt.ts';
import { chargeFailure } from '../faults.ts';

/** Mails the managers of the organization that a receipt could not be charged, once for each attempt. */
export async function tellOfFailure(
  tx: Transaction,
  { addJob }: Pick<WriteTools, 'addJob'>,
  { gid, organizationGid }: Receipt,
  attempt: number,
): Promise<void> {
  for (const { gid: user, email } of await managersOf(tx, organizationGid))
    addJob(mailJob('charge_failed', { about: `${gid}/${user}/${attempt}`, to: email }, organizationGid));
}

/** Writes that mail when it is sent: none about a receipt that is no longer failed, and none to a former manager. */
export const chargeFailedLetter =
  (database: Database): WriteLetter =>
  async ({ about }) => {
    const [gid = '', user] = about.split('/');
    const em = database.orm.em.fork();
    const receipt = await em.findOne(Receipt, { gid });
    if (receipt?.status !== 'failed') return undefined;
    const [manager] = await managersOf(database, receipt.organizationGid, user);
    if (!manager) return undefined;
    const payment = await em.findOne(Payment, { receiptGid: gid });
    const { firstname, email: to, locale } = manager;
    const language = languageOf(locale);
    // Not once its payment source is gone.
    const isTriedAgain = await isChargeable(database, gid);
    const again = isTriedAgain && payment?.nextAttemptAt ? formatDay(payment.nextAttemptAt, language) : undefined;
    const owed = formatMoney(receipt.owedMinor, receipt.currency, language);
    const { failureCode, failureParams } = receipt;
    const failure = chargeFailure(failureCode ?? '', failureParams ?? {}, language) ?? receipt.failure ?? '';
    const { label, ...text } = texts[language]({ firstname, number: receipt.number, owed, failure, again });
    return { to, language, ...text, ...(payment?.actionUrl && { action: { label, url: payment.actionUrl } }) };
  };

/** The facts of the letter; amounts and days in the reader's language. */
interface Facts {
  firstname: string;
  number: string;
  owed: string;
  failure: string;
  /** When it is tried again; undefined when it is not. */
  again: string | undefined;
}

type Text = Pick<Letter, 'subject' | 'paragraphs'> & { label: string };

const texts = isolating<Readonly<Record<Language, (facts: Facts) => Text>>>({
  en: ({ firstname, number, owed, failure, again }) => ({
    subject: `Payment failed for receipt ${number}`,
    paragraphs: [
      `Hello ${firstname},`,
      `We could not charge ${owed} for receipt ${number} to your payment source. Reason: ${failure}`,
      again === undefined ? 'We will not try again. Your next monthly invoice includes this amount.' : `We will try again on ${again}, with your default payment method at that time.`, // oxfmt-ignore
    ],
    label: 'Confirm payment',
  }),
  fr: ({ firstname, number, owed, failure, again }) => ({
    subject: `Échec du paiement du reçu ${number}`,
    paragraphs: [
      `Bonjour ${firstname},`,
      `Nous n’avons pas pu débiter ${owed} de votre moyen de paiement pour le reçu ${number}. Motif : ${failure}`,
      again === undefined ? 'Il n’y aura pas d’autre tentative. Votre prochaine facture mensuelle inclura ce montant.' : `Une nouvelle tentative aura lieu le ${again}, avec votre moyen de paiement par défaut à cette date.`, // oxfmt-ignore
    ],
    label: 'Confirmer le paiement',
  }),
});
