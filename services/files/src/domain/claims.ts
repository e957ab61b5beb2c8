import { sql, type Queryable, type Transaction } from '@partner-ordering/data';

/** What a service says belongs to one of its resources. */
export interface Attachment {
  service: string;
  /** Path of the resource; `{path}` in it stands for the path of each file. */
  holder: string;
  paths: readonly string[];
}

/**
 * Records that files belong to a resource, which may be about to be made; doing it again changes nothing. False, and nothing changed, when
 * one of them is gone.
 */
export async function attach(tx: Transaction, { service, holder, paths }: Attachment, now: Date): Promise<boolean> {
  const found = await lockFiles(tx, paths);
  if (found < paths.length) return false;
  await tx.query(sql`insert into file_claim (path, service, holder, claimed_at)
    select path, ${service}, replace(${holder}, '{path}', path), ${now} from unnest(${[...paths]}::text[]) path
    on conflict (path, service, holder) do update set claimed_at = excluded.claimed_at where not file_claim.is_confirmed`);
  await tx.query(sql`update file set unclaimed_since = null where path = any(${[...paths]}) and unclaimed_since is not null`);
  return true;
}

/** Records that files no longer belong to a resource; what belongs to nothing any more goes as unused uploads do. */
export async function detach(tx: Transaction, { service, holder, paths }: Attachment, now: Date): Promise<void> {
  await lockFiles(tx, paths);
  await tx.query(sql`delete from file_claim where path = any(${[...paths]}) and service = ${service}
    and holder = replace(${holder}, '{path}', path)`);
  await leaveToUploaders(tx, paths, now);
}

/** Claims of one service of which it is not certain that the holder is there. */
export interface UnconfirmedAttachments {
  service: string;
  claims: { path: string; holder: string }[];
}

/** Per service the oldest claims, some hundred, from before a time that were not confirmed. */
export async function unconfirmedOf(database: Queryable, service: string, before: Date): Promise<UnconfirmedAttachments> {
  const claims = await database.query<{ path: string; holder: string }>(sql`select path, holder from file_claim
    where not is_confirmed and service = ${service} and claimed_at < ${before} order by claimed_at limit 500`);
  return { service, claims };
}

/** Services with such claims. */
export async function servicesWithUnconfirmed(database: Queryable, before: Date): Promise<string[]> {
  const rows = await database.query<{ service: string }>(
    sql`select distinct service from file_claim where not is_confirmed and claimed_at < ${before} order by service`,
  );
  return rows.map(({ service }) => service);
}

/**
 * Confirms claims but for those whose holder is missing, which end: files that belong to nothing any more go as unused uploads do.
 * What was claimed again after `before` may belong to what is being made at this moment; it stays as it is.
 */
export async function endUnconfirmed(
  tx: Transaction,
  { service, claims }: UnconfirmedAttachments,
  found: { missing: ReadonlySet<string>; before: Date; now: Date },
) {
  const { missing, before, now } = found;
  const { lost = [], kept = [] } = Object.groupBy(claims, ({ holder }) => (missing.has(holder) ? 'lost' : 'kept'));
  const settled = (of: UnconfirmedAttachments['claims']) => sql`service = ${service} and not is_confirmed and claimed_at < ${before}
    and (path, holder) in (select * from unnest(${pathsOf(of)}::text[], ${of.map(({ holder }) => holder)}::text[]))`;
  await lockFiles(tx, pathsOf(claims));
  await tx.query(sql`update file_claim set is_confirmed = true where ${settled(kept)}`);
  await tx.query(sql`delete from file_claim where ${settled(lost)}`);
  await leaveToUploaders(tx, pathsOf(lost), now);
}

const pathsOf = (claims: UnconfirmedAttachments['claims']): string[] => claims.map(({ path }) => path);

async function leaveToUploaders(tx: Transaction, paths: readonly string[], now: Date): Promise<void> {
  await tx.query(sql`update file f set unclaimed_since = ${now} where f.path = any(${[...paths]}) and f.unclaimed_since is null
    and not exists (select 1 from file_claim c where c.path = f.path)`);
}

/** In one order, so that two that lock the same files wait for each other. Answers how many there are. */
async function lockFiles(tx: Transaction, paths: readonly string[]): Promise<number> {
  return (await tx.query(sql`select path from file where path = any(${[...paths]}) order by path for no key update`)).length;
}

/** Forgets files that have belonged to nothing since `before`, and answers their paths; those that are being claimed are left. */
export async function forgetUnused(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx.query<{ path: string }>(sql`delete from file where path in (
    select path from file where unclaimed_since < ${before} order by unclaimed_since limit 100 for update skip locked) returning path`);
  return rows.map(({ path }) => path);
}
