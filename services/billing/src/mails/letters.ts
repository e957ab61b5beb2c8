import { managersOf } from '@partner-ordering/commerce';
import type { Database } from '@partner-ordering/data';
import { languageOf, type WriteLetter } from '@partner-ordering/mail';
import { formatDay, formatMoney, formatMonth } from '../documents/format.ts';
import { Invoice } from '../domain/invoice.ts';
import { chargeFailedLetter } from './charge-failed.ts';
import { subjectOf, type MailKind } from './kinds.ts';
import { reminderTexts } from './texts.ts';

/**
 * Writes the mails of this service from what holds when each is sent: none about an invoice that is paid or void, nor to who is no manager
 * any more.
 */
export const lettersOf = (database: Database): Readonly<Record<MailKind, WriteLetter>> => ({
  charge_failed: chargeFailedLetter(database),
  invoice_overdue: async ({ about }) => {
    const { invoice: gid, manager: user, reminder } = subjectOf(about);
    const invoice = await database.orm.em.fork().findOne(Invoice, { gid });
    if (invoice?.status !== 'open') return undefined;
    const [manager] = await managersOf(database, invoice.organizationGid, user);
    if (!manager) return undefined;
    const { firstname, email: to, locale } = manager;
    const language = languageOf(locale);
    const { number, period, dueAt, owedMinor, currency } = invoice;
    const [month, dueOn] = [formatMonth(period, language), formatDay(dueAt, language)];
    const owed = formatMoney(owedMinor, currency, language);
    return { to, language, ...reminderTexts[language]({ firstname, number, month, dueOn, owed, reminder }) };
  },
});
