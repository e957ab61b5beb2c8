/**
 * A lane is what a webhook is told of one project. Only its head has `due_at`, and the others wait behind it; what has passed its lane
 * (`is_passed`), and what belongs to no project, is due by itself. Whoever adds to lanes or ends their heads holds `lockLanes`, so that a
 * lane never loses its head.
 */
import { sql, type Queryable, type Transaction } from '@partner-ordering/data';

/** Names the lock in the database: (`lane`, organization). */
const LOCK_CLASS = 0x6c61_6e65;

/**
 * Locks the lanes of these organizations until the transaction ends. In one order, so that two who lock several wait for each other and do
 * not lock each other out. Who holds the counter of an organization may take this lock afterwards; nobody does it the other way round.
 */
export async function lockLanes(tx: Transaction, organizations: readonly string[]): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(${LOCK_CLASS}, key)
    from (select distinct hashtext(gid) as key from unnest(${[...new Set(organizations)]}::text[]) as o (gid) order by key) as k`);
}

/** Like `lockLanes`, but waits for nobody: returns those of the organizations whose lanes are locked now. */
export async function tryLockLanes(tx: Transaction, organizations: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ gid: string }>(sql`
    select gid from unnest(${[...new Set(organizations)]}::text[]) as o (gid) where pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(gid))`);
  return new Set(rows.map(({ gid }) => gid));
}

/** A lane by its webhook and project. */
export interface Lane {
  webhookGid: string;
  projectGid: string;
}

/** Makes the first that waits in each of these lanes its head, where it has none. The lanes are locked. */
export async function giveHeads(tx: Transaction, lanes: readonly Lane[], now: Date): Promise<void> {
  if (lanes.length === 0) return;
  await tx.query(sql`
    update delivery_queue q set due_at = ${now}
    from (select distinct * from unnest(${lanes.map(({ webhookGid }) => webhookGid)}::uuid[], ${lanes.map(({ projectGid }) => projectGid)}::uuid[])
        as l (webhook_gid, project_gid)) as l
      cross join lateral (select n.position from delivery_queue n
        where n.webhook_gid = l.webhook_gid and n.project_gid = l.project_gid and not n.is_passed order by n.position limit 1) as first
    where q.webhook_gid = l.webhook_gid and q.position = first.position and not exists (select from delivery_queue h
      where h.webhook_gid = l.webhook_gid and h.project_gid = l.project_gid and not h.is_passed and h.due_at is not null)`);
}

/** How long an event that fails holds back the later ones of its lane, from its first failure. */
export const HOLD_MS = 5 * 60_000;

/** So many heads are passed at once. */
const STEP = 1000;

/** The organizations whose lanes have a head that has held them long enough. */
export const organizationsHeldUp = async (queryable: Queryable, now: Date): Promise<string[]> => {
  const rows = await queryable.query<{ gid: string }>(sql`
    select distinct organization_gid as gid from (select organization_gid from delivery_queue where holds_until <= ${now} order by holds_until limit ${STEP}) as held`);
  return rows.map(({ gid }) => gid);
};

/** Lets the later events of a lane pass a head that has held them long enough; it keeps its own attempts. */
export async function passHeads(tx: Transaction, organizations: readonly string[], now: Date): Promise<void> {
  await lockLanes(tx, organizations);
  const passed = await tx.query<Lane>(sql`
    update delivery_queue set is_passed = true, holds_until = null
    where holds_until <= ${now} and organization_gid = any(${[...organizations]}::uuid[])
    returning webhook_gid as "webhookGid", project_gid as "projectGid"`);
  await giveHeads(tx, passed, now);
}
