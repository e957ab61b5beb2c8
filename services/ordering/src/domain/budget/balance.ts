import { invalid, PossiblyStale } from '@partner-ordering/kernel';
import { sql, type Transaction } from '@partner-ordering/data';
import type { Project } from '../project/project.ts';
import { readReplicas } from '../replicas/replicas.ts';

/**
 * 400 unless the organization can pay for a proposal: it is a test organization, or has a payment source, or its credit limit less unpaid
 * receipts and running orders covers the price. Publications of one organization are checked one after the other.
 */
export async function mustBeCovered(tx: Transaction, { organizationGid, priceMinor, currency }: Project): Promise<void> {
  const keys = ['organization', 'account'].map((type) => ({ type, key: organizationGid }));
  const replicas = await readReplicas(tx, keys);
  const organization = replicas.get('organization', organizationGid);
  const account = replicas.get('account', organizationGid);
  if (organization?.test || account?.has_payment_source) return;

  const refusal = new PossiblyStale(keys, invalid({ path: 'price.amount', message: "is not covered by the organization's balance" }));
  const limit = organization?.credit_limit;
  if (!limit || limit.currency !== currency) throw refusal;
  const unpaidMinor = account?.unpaid.find((sum) => sum.currency === currency)?.amount_minor ?? 0;
  const runningMinor = await runningOrders(tx, organizationGid, currency);
  if (runningMinor + unpaidMinor + priceMinor! > limit.amount_minor) throw refusal;
}

/**
 * Sum of the orders in production and of the finished ones without a receipt. Takes a lock, so that no other order of the organization is
 * published meanwhile.
 */
async function runningOrders(tx: Transaction, organization: string, currency: string): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`balance/${organization}`}, 0))`);
  const [sum] = await tx.query<{ minor: string }>(sql`
    select coalesce(sum(price_minor), 0) as minor from project p
    where organization_gid = ${organization} and currency = ${currency} and (status = 'in_progress' or (status = 'finished'
      and not exists (select 1 from shared_state s where s.type = 'receipt' and s.key = p.gid::text)))`);
  return Number(sum!.minor);
}
