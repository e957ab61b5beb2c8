import { deleteInSteps, sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';

export const HOUR_MS = 3_600_000;
/** Longer than a mail is tried. */
const KEPT_DAYS = 7;

interface MailCount {
  /** Mails since `beganAt`, these included. */
  count: number;
  beganAt: Date;
}

/**
 * Counts mails that one person causes to another, by `<causer>/<reader>`, from the first within an hour. It locks in one order, so that two
 * transactions with the same people wait for each other and do not lock each other out.
 */
export async function countMails(tx: Transaction, mails: ReadonlyMap<string, number>, now: Date): Promise<Map<string, MailCount>> {
  if (mails.size === 0) return new Map();
  const isOver = sql`counted.began_at <= ${new Date(now.getTime() - HOUR_MS)}`;
  const rows = await tx.query<{ pair: string; count: number; beganMs: number }>(sql`
    insert into mail_allowance as counted (causer_gid, reader_gid, began_at, mails)
    select split_part(pair, '/', 1)::uuid, split_part(pair, '/', 2)::uuid, ${now}, mails
    from unnest(${[...mails.keys()]}::text[], ${[...mails.values()]}::int[]) as added (pair, mails) order by pair
    on conflict (causer_gid, reader_gid) do update set
      mails = case when ${isOver} then excluded.mails else counted.mails + excluded.mails end,
      began_at = case when ${isOver} then excluded.began_at else counted.began_at end
    returning causer_gid || '/' || reader_gid as pair, mails as count, (extract(epoch from began_at) * 1000)::float8 as "beganMs"`);
  return new Map(rows.map(({ pair, count, beganMs }) => [pair, { count, beganAt: new Date(beganMs) }]));
}

interface HeldMail {
  /** As in `MailData`: the event and the reader; for our staff the author. */
  about: string;
  /** Gid. */
  project: string;
  cause: unknown;
}

/** Holds mails back until their digest. */
export async function holdMails(tx: Transaction, mails: readonly HeldMail[], digest: string, dueAt: Date): Promise<void> {
  await tx.query(sql`
    insert into held_mail (about, digest, project_gid, cause, due_at) select about, ${digest}, project, cause, ${dueAt}
    from unnest(${mails.map(({ about }) => about)}::text[], ${mails.map(({ project }) => project)}::uuid[],
      ${mails.map(({ cause }) => JSON.stringify(cause))}::jsonb[]) as held (about, project, cause)`);
}

/** The causes of the mails that a digest replaces, oldest first. */
export async function heldCauses<Cause>(queryable: Queryable, digest: string): Promise<Cause[]> {
  const rows = await queryable.query<{ cause: Cause }>(sql`select cause from held_mail where digest = ${digest} order by about`);
  return rows.map(({ cause }) => cause);
}

/** Removes the held mails to an erased reader, and for our staff by an erased author. */
export async function forgetHeldMailsTo(queryable: Queryable, user: string): Promise<void> {
  await queryable.query(sql`delete from held_mail where split_part(about, '/', 2) = ${user}`);
}

/** Removes expired counts and held mails, also those of sent digests. */
export async function forgetHeldMails(database: Queryable, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteInSteps(database, { table: 'held_mail', by: 'due_at', where: sql`due_at < ${daysAgo(KEPT_DAYS)}` }, signal);
  await deleteInSteps(database, { table: 'mail_allowance', by: 'began_at', where: sql`began_at < ${daysAgo(1)}` }, signal);
}
