import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { untilEmpty } from '../drain.ts';
import type { LoadGenerator } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Side } from '../sides.ts';

/** Orders per second that one ordering takes, with its relay at work and without. */
export interface RelayCost {
  withRelay: number;
  withoutRelay: number;
}

export interface RelayCostOptions {
  options: Pick<Options, 'seconds' | 'warmUpSeconds' | 'connections'>;
  load: LoadGenerator;
  side: Side;
  requests: readonly string[];
  /** A connection to ordering's database. */
  client: pg.Client;
}

const SLOT_SECONDS = 2;

/**
 * In turn, with and without. Without: the lock that lets one instance relay is ours, so ordering stands by, as a second instance does.
 * What was left in the outbox is moved between the slots.
 */
export async function measureRelayCost({ options, load, side, requests, client }: RelayCostOptions): Promise<RelayCost> {
  const counts = { with: { orders: 0, seconds: 0 }, without: { orders: 0, seconds: 0 } };
  const slot = async (kind: 'with' | 'without', seconds: number, isMeasured: boolean): Promise<void> => {
    if (kind === 'without') await takeRelayLock(client);
    const result = await load.run({ port: side.port, requests, connections: options.connections, seconds });
    if (result.failure) throw new Error(`${result.failure.count} orders failed; the first:\n${result.failure.first}`);
    if (isMeasured) {
      counts[kind].orders += result.count;
      counts[kind].seconds += result.seconds;
    }
    if (kind === 'without') await client.query('select pg_advisory_unlock_all()');
    await untilEmpty(client);
    await delay(200); // what the drain has stirred up
  };
  const slots = Math.max(2, Math.round(options.seconds / SLOT_SECONDS));
  for (let index = -1; index < slots; index++) {
    const seconds = index < 0 ? options.warmUpSeconds : options.seconds / slots;
    await slot('with', seconds, index >= 0);
    await slot('without', seconds, index >= 0);
  }
  const perSecond = ({ orders, seconds }: { orders: number; seconds: number }): number => orders / seconds;
  return { withRelay: perSecond(counts.with), withoutRelay: perSecond(counts.without) };
}

/** Waits in the queue for the lock while its holder's connection is ended. */
async function takeRelayLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and classid = ${0x6d7367} and objid = 1
       and database = (select oid from pg_database where datname = current_database())`,
  );
  await client.query(`select pg_terminate_backend(pid) from unnest($1::int[]) pid`, [rows.map(({ pid }) => pid)]);
  await client.query(`select pg_advisory_lock(${0x6d7367}, 1)`);
}
