import { invalid, type StateKey } from '@partner-ordering/kernel';
import { advisoryLockSeeds, sql, type Transaction } from '@partner-ordering/data';
import { faults } from '../../faults.ts';
import type { Project } from '../project/project.ts';
import { readReplicas } from '../replicas/replicas.ts';

/** 400 unless the organization can pay for a proposal: as a test organization, by a payment source, or within its credit limit. */
export async function mustBeCovered(tx: Transaction, { organizationGid, priceMinor, currency }: Project): Promise<void> {
  const keys = ['organization', 'account'].map((type) => ({ type, key: organizationGid }));
  const replicas = await readReplicas(tx, keys);
  const organization = replicas.get('organization', organizationGid);
  if (organization?.test || replicas.get('account', organizationGid)?.has_payment_source) return;

  const refusal = invalid(faults.balance_too_low('price.amount'));
  const limit = organization?.credit_limit;
  if (!limit || limit.currency !== currency) throw refusal.restingOn(keys);
  const { owedMinor, receipts } = await owedBy(tx, organizationGid, currency);
  if (owedMinor + priceMinor! > limit.amount_minor) throw refusal.restingOn([...keys, ...receipts]);
}

/** Number of receipts to ask billing about before a publication is refused. The oldest are likeliest to be paid. */
const MAX_ASKED = 50;

/**
 * Sums the unpaid orders, each once: the receipt's total less its credits, or the net price until there is a receipt. `receipts` may be
 * paid by now. Takes a lock, so that no other order of the organization is published at the same time.
 */
async function owedBy(tx: Transaction, organization: string, currency: string): Promise<{ owedMinor: number; receipts: StateKey[] }> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`balance/${organization}`}, ${advisoryLockSeeds.named}))`);
  const [owed] = await tx.query<{ minor: string; finished: string[] }>(sql`
    select coalesce(sum(coalesce(
        (receipt.state->'total'->>'amount_minor')::bigint - coalesce((receipt.state->'credited'->>'amount_minor')::bigint, 0), price_minor)), 0) as minor,
      coalesce((array_agg(gid order by created_at) filter (where status = 'finished'))[:${MAX_ASKED}::int], '{}') as finished
    from project left join shared_state receipt on receipt.type = 'receipt' and receipt.key = gid::text
    where organization_gid = ${organization} and currency = ${currency} and status in ('in_progress', 'finished')
      and receipt.state->>'status' is distinct from 'paid'`);
  return { owedMinor: Number(owed!.minor), receipts: owed!.finished.map((key) => ({ type: 'receipt', key })) };
}
