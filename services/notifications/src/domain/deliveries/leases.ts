import { openWorkerSession, WORKER_LOCK_CLASS, type WorkerSession } from '@partner-ordering/jobs';

/** The connection of a dispatcher, which holds the lock of its worker number. */
export type Session = WorkerSession;

/**
 * Takes a number for a dispatcher, see `openWorkerSession`. How much waits changes faster than PostgreSQL's statistics: what is read by an
 * index is not to be joined by reading all, and a plan made once stays good.
 */
export async function openDispatcherSession(session: Session): Promise<number> {
  await session.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan',
  );
  return openWorkerSession(session);
}

/** How many attempts are made at once. Those to webhooks that fail or are slow at the moment count apart: they hold up nobody else's. */
export interface Limits {
  /** To a webhook, by all instances; one to a webhook that fails or is slow. */
  perWebhook: number;
  /** By an instance, for an organization. */
  perOrganization: number;
  /** By an instance. */
  perInstance: number;
  /** By an instance, to webhooks that fail or are slow: with as many, no more are begun. */
  failing: number;
  /** By an instance, all together: webhooks can become slow only after attempts were begun. */
  inAll: number;
  /**
   * The same of the bytes of their bodies, none of which is let go before it was answered: while less is under way another one is begun,
   * however long it is. Those to webhooks that fail count apart here too, but of an organization only up to `perOrganization`.
   */
  bytes: Pick<Limits, 'perOrganization' | 'perInstance' | 'failing' | 'inAll'>;
}

/** Changes leases. What somebody has locked is being recorded at this moment, and is passed over. */
const changeLeases = (change: string, where: string): string => `
  update delivery_queue q set leased_by = ${change}
  from (select webhook_gid, position from delivery_queue where ${where} for update skip locked) as free
  where q.webhook_gid = free.webhook_gid and q.position = free.position`;

/** Gives back what dispatchers had whose session has ended. Returns how many deliveries that were. */
export async function freeLostDeliveries(session: Session, worker: number): Promise<number> {
  const lost = `
    select worker from (select distinct leased_by as worker from delivery_queue where leased_by is not null and leased_by <> $1) as others
    where pg_try_advisory_xact_lock($2, worker)`;
  const text = `with lost as materialized (${lost}) ${changeLeases('null', 'leased_by in (select worker from lost)')}`;
  const { rowCount } = await session.query({ name: 'free-lost-deliveries', text, values: [worker, WORKER_LOCK_CLASS] });
  return rowCount ?? 0;
}

/**
 * Hands the deliveries that this instance attempts over to its new session, as far as nobody else has them, and frees what else the session
 * before had.
 */
export async function keepDeliveries(
  session: Session,
  worker: number,
  { before, gids }: { before: number; gids: readonly string[] },
): Promise<void> {
  await session.query(changeLeases('case when q.delivery_gid = any($3::uuid[]) then $1::int end', 'leased_by = $2'), [
    worker,
    before,
    gids,
  ]);
}

/** Gives back what this instance has, except for `gids`, which it attempts: it is due as before. Returns how many deliveries that were. */
export async function freeDeliveries(session: Session, worker: number, gids: readonly string[] = []): Promise<number> {
  const text = changeLeases('null', 'leased_by = $1 and not delivery_gid = any($2::uuid[])');
  const { rowCount } = await session.query({ name: 'free-deliveries', text, values: [worker, gids] });
  return rowCount ?? 0;
}
