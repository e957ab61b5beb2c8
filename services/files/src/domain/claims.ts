import { sql, type Transaction } from '@partner-ordering/data';

/** What a service says belongs to one of its resources. */
export interface Claim {
  service: string;
  holder: string;
  paths: readonly string[];
}

/** Records that files belong to a resource; doing it again changes nothing. False, and nothing changed, when one of them is gone. */
export async function claim(tx: Transaction, { service, holder, paths }: Claim, now: Date): Promise<boolean> {
  const found = await tx.query(sql`select path from file where path = any(${[...paths]}) order by path for no key update`);
  if (found.length < paths.length) return false;
  await tx.query(sql`insert into file_claim (path, service, holder, claimed_at)
    select path, ${service}, ${holder}, ${now} from unnest(${[...paths]}::text[]) path on conflict do nothing`);
  await tx.query(sql`update file set unclaimed_since = null where path = any(${[...paths]}) and unclaimed_since is not null`);
  return true;
}

/** Records that files no longer belong to a resource; what belongs to nothing any more goes as unused uploads do. */
export async function release(tx: Transaction, { service, holder, paths }: Claim, now: Date): Promise<void> {
  await tx.query(sql`select path from file where path = any(${[...paths]}) order by path for no key update`);
  await tx.query(sql`delete from file_claim where path = any(${[...paths]}) and service = ${service} and holder = ${holder}`);
  await tx.query(sql`update file f set unclaimed_since = ${now} where f.path = any(${[...paths]}) and f.unclaimed_since is null
    and not exists (select 1 from file_claim c where c.path = f.path)`);
}

/** Forgets files that have belonged to nothing since `before`, and answers their paths; those that are being claimed are left. */
export async function forgetUnused(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx.query<{ path: string }>(sql`delete from file where path in (
    select path from file where unclaimed_since < ${before} order by unclaimed_since limit 500 for update skip locked) returning path`);
  return rows.map(({ path }) => path);
}
