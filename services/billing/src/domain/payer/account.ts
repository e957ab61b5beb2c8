import { sql, type Transaction } from '@partner-ordering/data';
import type { AccountState } from '../../../generated/events.ts';

/** Whether an organization can be charged. */
export async function readAccount(tx: Transaction, organization: string): Promise<AccountState> {
  const sources = await tx.query(sql`select from payment_source where organization_gid = ${organization}`);
  return { organization, has_payment_source: sources.length > 0 };
}
