import { sql, type Transaction } from '@partner-ordering/data';

/**
 * Whether a payment source at the provider is that of an organization: the first that names it has it for good, so that nobody pays with what is somebody else's. Of two at once
 * the second waits for the first.
 */
export async function isOwnSource(tx: Transaction, rid: string, organization: string): Promise<boolean> {
  await tx.query(sql`insert into payment_source_owner (rid, organization_gid) values (${rid}, ${organization}) on conflict do nothing`);
  const [owner] = await tx.query<{ gid: string }>(sql`select organization_gid as gid from payment_source_owner where rid = ${rid}`);
  return owner?.gid === organization;
}
