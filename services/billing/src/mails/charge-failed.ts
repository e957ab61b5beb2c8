import { managersOf } from '@partner-ordering/commerce';
import type { Database, Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { formatMoney, languageOf, mailJob, type WriteLetter } from '@partner-ordering/mail';
import { formatDay } from '../documents/format.ts';
import { isChargeable } from '../domain/collected-receipts.ts';
import { Payment } from '../domain/payment.ts';
import { Receipt } from '../domain/receipt.ts';
import { chargeFailure } from '../faults.ts';
import { mailTexts } from './texts.ts';

/** Mails the managers of the organization that a receipt could not be charged, once for each attempt. */
export async function mailChargeFailure(
  tx: Transaction,
  { addJob }: Pick<WriteContext, 'addJob'>,
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
    const nextAttempt = isTriedAgain && payment?.nextAttemptAt ? formatDay(payment.nextAttemptAt, language) : undefined;
    const owed = formatMoney(receipt.owedMinor, receipt.currency, language);
    const { failureCode, failureParams } = receipt;
    const failure = chargeFailure(failureCode ?? '', failureParams ?? {}, language) ?? receipt.failure ?? '';
    const { label, ...text } = mailTexts[language].chargeFailed({ firstname, number: receipt.number, owed, failure, nextAttempt });
    return { to, language, ...text, ...(payment?.actionUrl && { action: { label, url: payment.actionUrl } }) };
  };
