import { managersOf } from '@partner-ordering/commerce';
import type { Database } from '@partner-ordering/data';
import { formatMoney, languageOf, type MailJobs, type WriteLetter } from '@partner-ordering/mail';
import { formatDay, formatMonth } from '../documents/format.ts';
import { Invoice } from '../domain/invoice.ts';
import { chargeFailedLetter } from './charge-failed.ts';
import { mailTexts } from './texts.ts';

/** The mails of this service. Names never change their meaning. */
type MailKind = 'invoice_overdue' | 'charge_failed';

/** The jobs that send them. */
export type BillingMails = MailJobs<MailKind>;

/** Writes each mail when it is sent: none about an invoice that is paid or void, and none to a former manager. */
export const lettersOf = (database: Database): Readonly<Record<MailKind, WriteLetter>> => ({
  charge_failed: chargeFailedLetter(database),
  invoice_overdue: async ({ about }) => {
    const [gid = '', user, reminder] = about.split('/');
    const invoice = await database.orm.em.fork().findOne(Invoice, { gid });
    if (invoice?.status !== 'open') return undefined;
    const [manager] = await managersOf(database, invoice.organizationGid, user);
    if (!manager) return undefined;
    const { firstname, email: to, locale } = manager;
    const language = languageOf(locale);
    const { number, period, dueAt, owedMinor, currency } = invoice;
    const [month, dueOn] = [formatMonth(period, language), formatDay(dueAt, language)];
    const owed = formatMoney(owedMinor, currency, language);
    return { to, language, ...mailTexts[language].invoiceOverdue({ firstname, number, month, dueOn, owed, reminder: Number(reminder) }) };
  },
});
