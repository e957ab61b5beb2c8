import { setTimeout as delay } from 'node:timers/promises';
import { isUnanswered } from '@partner-ordering/data';
import { holdIfRestored, newestPublished, readHeld, refuseHeld } from '@partner-ordering/messaging';
import type { Runtime } from '@partner-ordering/http';
import type { ServiceConfig } from './service-definition.ts';

const START_LIMIT_MS = 2_000;
const POLL_MS = 2_000;

type Compared = { name: string } & Pick<ServiceConfig, 'transport'> & Pick<Runtime, 'database'>;

/** Throws while the database is older than what its service has published; for before anything is published, and events are read. */
export async function refuseRestored({ name, transport, database }: Compared): Promise<void> {
  await holdIfRestored(database, await newestPublished(transport, name));
  await refuseHeld(database);
}

/** What rests while the database is held. */
interface Work {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Tells whether the database is held, and lets work rest then: what is written to a restored database cannot be undone. `start` compares
 * it with what the service has published. If the log does not answer, relay and consumer do so before they begin; requests and jobs go on.
 */
export function holdOf({ name, transport, database, log, metrics }: Compared & Pick<ServiceConfig, 'log'> & Pick<Runtime, 'metrics'>) {
  const stopping = new AbortController();
  /** Undefined until the database has answered. */
  let isHeld: boolean | undefined;
  let isWorking = false;
  let uncompared: Awaited<ReturnType<typeof newestPublished>> = [];
  let polling: Promise<void> | undefined;

  async function follow(work: Work): Promise<void> {
    if (uncompared.length > 0) await holdIfRestored(database, uncompared);
    uncompared = [];
    const held = await readHeld(database);
    metrics.setBehind(held?.behindMs ?? 0);
    if (held && !isHeld)
      log.error(
        { database: held.database, behind_seconds: Math.ceil(held.behindMs / 1_000) },
        'The database is older than what this service has published: writes, events and jobs wait for accept-restore',
      );
    if (!held && isHeld) log.warn({}, 'The restored database was accepted');
    isHeld = held !== undefined;
    if (isWorking !== isHeld) return;
    if (isHeld) await work.stop();
    else await work.start().catch((error: unknown) => work.stop().then(() => Promise.reject(error)));
    isWorking = !isHeld;
  }

  async function poll(work: Work): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted)
        await follow(work).catch((err: unknown) => log.warn({ err }, 'It was not read whether the database is held'));
    }
  }

  return {
    /** Also while the database has not answered yet. */
    isHeld: () => isHeld !== false,
    async start(work: Work): Promise<void> {
      const late = delay(START_LIMIT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')));
      uncompared = await Promise.race([newestPublished(transport, name), late]).catch((err: unknown) => {
        log.warn({ err }, 'The database was not compared with the published events yet');
        return [];
      });
      await follow(work).catch((err: unknown) => {
        if (!isUnanswered(err)) throw err;
        log.warn({ err }, 'It was not read whether the database is held');
      });
      polling = poll(work);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await polling;
    },
  };
}
