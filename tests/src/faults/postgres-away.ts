import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { orderOf } from '../orders.ts';
import { seconds, type Fault, type Outcome, type Stage } from './fault.ts';
import { startLoad } from './load.ts';
import { settleLoad } from './settle.ts';
import type { Toxic } from './toxiproxy.ts';

/** What takes PostgreSQL away, and what brings it back. */
interface Cause {
  begin(stage: Stage): Promise<void>;
  end(stage: Stage): Promise<void>;
}

const REFUSED_WITHIN_MS = 10_000;
/** Where other things run on the same machine. */
const SHORT_REFUSED_WITHIN_MS = 13_000;
const RECOVERED_WITHIN_MS = 10_000;
const AWAY_MS = 12_000;
const ORDERS_BEFORE = 3;

/** Every connection is reset, again and again. */
export const postgresReset: Fault = postgresFault(
  'PostgreSQL resets connections',
  poison({ type: 'reset_peer', attributes: { timeout: 0 } }),
);

/** Connections are made and stay, but nothing comes through. */
export const postgresHangs: Fault = postgresFault('PostgreSQL hangs', poison({ type: 'timeout', attributes: { timeout: 0 } }));

/** It ends with PANIC, and each start fails, until there is room again. */
export const logDiskFull: Fault = postgresFault("PostgreSQL's log disk is full", {
  begin: ({ containers }) => containers.fillLogDisk(),
  end: ({ containers }) => containers.emptyLogDisk(),
});

function poison(toxic: Toxic): Cause {
  return {
    begin: ({ containers }) => containers.postgres.poison(toxic),
    end: ({ containers }) => containers.postgres.heal(),
  };
}

function postgresFault(name: string, { begin, end }: Cause): Fault {
  return {
    name,
    promise: '503 within 10 s, alive all the time, recovered within 10 s',
    instances: 1,
    async run(stage, isShort) {
      const times = isShort ? 1 : 2;
      const brokenPromises: string[] = [];
      const load = startLoad(stage.customers, { lanes: 2 });
      let [slowestMs, slowestRecoveryMs] = [0, 0];
      for (let count = 0; count < times; count++) {
        await eventually(() => load.orders.length >= ORDERS_BEFORE * (count + 1), { timeoutMs: 60_000 });
        const [answeredMs] = await Promise.all([lookWhileAway(stage, brokenPromises), begin(stage)]);
        slowestMs = Math.max(slowestMs, answeredMs);
        await end(stage);
        slowestRecoveryMs = Math.max(slowestRecoveryMs, await recovery(stage));
      }
      const outcome = await settleLoad(stage, load);
      brokenPromises.push(...load.refusals.filter((refusal) => refusal.startsWith('500')));
      if (slowestMs > (isShort ? SHORT_REFUSED_WITHIN_MS : REFUSED_WITHIN_MS))
        brokenPromises.push(`a request was answered after ${seconds(slowestMs)}`);
      if (slowestRecoveryMs > RECOVERED_WITHIN_MS) brokenPromises.push(`recovered after ${seconds(slowestRecoveryMs)}`);
      const notes = [`slowest 503 ${seconds(slowestMs)}`, `recovered within ${seconds(slowestRecoveryMs)}`, ...outcome.notes];
      return { ...outcome, times, notes, brokenPromises: [...brokenPromises, ...outcome.brokenPromises] } satisfies Outcome;
    },
  };
}

const reads = ['/v1/organizations', '/v1/products', '/v1/projects', '/v1/receipts'];

/** One request to each service, and an order. */
const requestsTo = ({ customers: { user, offer } }: Stage): (() => Promise<{ status: number }>)[] => [
  ...reads.map((path) => () => user.get(path)),
  () => user.post('/v1/projects', orderOf(offer)),
];

/** Asks everything again and again while the database is away; answers how long the slowest answer took. */
async function lookWhileAway(stage: Stage, brokenPromises: string[]): Promise<number> {
  let slowestMs = 0;
  const statuses = new Set<number>();
  const expectAnswer = async (send: () => Promise<{ status: number }>): Promise<void> => {
    for (const end = performance.now() + AWAY_MS; performance.now() < end; await delay(100)) {
      const startedAt = performance.now();
      statuses.add((await send()).status);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  };
  const live = async (): Promise<void> => {
    for (const end = performance.now() + AWAY_MS; performance.now() < end; await delay(500)) {
      for (const name of serviceNames) {
        const { status } = await fetch(`${stage.processes.urlOf(name)}/livez`, { signal: AbortSignal.timeout(SHORT_REFUSED_WITHIN_MS) });
        if (status !== 200) brokenPromises.push(`${name} was not alive: ${status}`);
      }
    }
  };
  await Promise.all([...requestsTo(stage).map(expectAnswer), live()]);
  // One may have been answered before the database went.
  const unexpectedStatuses = [...statuses].filter((status) => ![200, 201, 503].includes(status));
  if (!statuses.has(503)) brokenPromises.push('nothing was refused: the database was not away');
  if (unexpectedStatuses.length > 0) brokenPromises.push(`answers while it was away: ${unexpectedStatuses.join()}`);
  return slowestMs;
}

/** Waits until everything is ready and answers; answers how long that took. */
async function recovery(stage: Stage): Promise<number> {
  const startedAt = performance.now();
  await eventually(
    async () => {
      for (const name of serviceNames) if ((await fetch(`${stage.processes.urlOf(name)}/readyz`)).status !== 200) return false;
      const answers = await Promise.all(requestsTo(stage).map((send) => send()));
      return answers.every(({ status }) => status < 300);
    },
    { timeoutMs: 3 * RECOVERED_WITHIN_MS },
  );
  return performance.now() - startedAt;
}
