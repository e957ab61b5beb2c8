import { sql, type Transaction } from '@partner-ordering/data';
import type { AccountState } from '../../../generated/events.ts';

/** What the balance of an organization depends on: whether it can be charged, and what it owes per currency. */
export async function readAccount(tx: Transaction, organization: string): Promise<AccountState> {
  const [account] = await tx.query<Omit<AccountState, 'organization'>>(sql`
    select exists (select 1 from payment_source where organization_gid = ${organization}) as has_payment_source,
      coalesce((
        select json_agg(json_build_object('amount_minor', amount_minor, 'currency', currency) order by currency)
        from (select currency, sum(total_minor - credited_amount_minor - credited_vat_minor) as amount_minor from receipt
          where organization_gid = ${organization} and status <> 'paid' group by currency) unpaid
      ), '[]'::json) as unpaid`);
  return { organization, ...account! };
}
