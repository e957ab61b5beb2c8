import { invalid, sql, Unconfirmed, type Transaction } from '@partner-ordering/data';
import type { Project } from './project.ts';
import { readReplicas } from './replicas.ts';

/**
 * Whether the organization can pay for a proposal: it is a test organization, or its credit limit, less what is ordered and
 * not paid yet, covers the price; else 400. One publication of an organization after the other decides.
 */
export async function mustBeCovered(tx: Transaction, { organizationGid, priceMinor, currency }: Project): Promise<void> {
  const key = { type: 'organization', key: organizationGid };
  const organization = (await readReplicas(tx, [key])).get('organization', organizationGid);
  if (organization?.test) return;
  const refusal = invalid({ path: 'price.amount', message: 'is not covered by the balance of the organization' });
  const limit = organization?.credit_limit;
  if (!limit || limit.currency !== currency) throw new Unconfirmed([key], refusal);
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`balance/${organizationGid}`}, 0))`);
  const [open] = await tx.query<{ minor: string }>(sql`
    select coalesce(sum(price_minor), 0) as minor from project
    where organization_gid = ${organizationGid} and status in ('in_progress', 'finished') and currency = ${currency}`);
  if (Number(open!.minor) + priceMinor! > limit.amount_minor) throw new Unconfirmed([key], refusal);
}
