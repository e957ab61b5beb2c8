import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test, type TestContext } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { eventually, SERVER_URL_VARIABLE, testMessaging, type ApiResponse, type TestDatabase } from '@partner-ordering/testing';
import { openConsistencyChecks } from '../consistency.ts';
import { startLoad, type Customers } from '../faults/load.ts';
import { settleLoad } from '../faults/settle.ts';
import { customersOf } from '../faults/stage.ts';
import type { Stage } from '../faults/fault.ts';
import { orderOf } from '../orders.ts';
import { startProcesses, type Processes } from '../processes.ts';
import { stopAll } from '../program.ts';
import { uploadPicture } from '../requests.ts';
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts';

const NOT_READY_MS = 10_000;
const RECOVERED_MS = 15_000;
/** Longer than an instance waits for a connection. */
const READ_ONLY_MS = 6_000;
const PAUSE_MS = 100;
const ORDERS_BEFORE = 10;
const READS_AFTERWARDS = 40;

const missing = spawnSync('haproxy', ['-v']).error && 'HAProxy is missing';

describe('a failover of PostgreSQL under load', { skip: missing ?? false }, () => {
  const serverUrl = process.env[SERVER_URL_VARIABLE];
  let pair: PostgresPair;
  let messaging: TestDatabase;
  let processes: Processes;
  let customers: Customers;
  let picture: string;
  before(async () => {
    // As Kafka, the log is no part of the failover.
    messaging = await testMessaging();
    pair = await startPostgresPair();
    process.env[SERVER_URL_VARIABLE] = pair.url;
    processes = await startProcesses({ variables: { MESSAGING_URL: messaging.url } });
    customers = await customersOf(processes);
    picture = await uploadPicture({ signIn: () => Promise.resolve(customers.uploader) });
  });
  after(async () => {
    await stopAll();
    process.env[SERVER_URL_VARIABLE] = serverUrl;
    await messaging?.drop();
    await pair?.stop();
  });

  /** A read or a write of each service, and a sign-in. */
  const requests = (): (() => Promise<ApiResponse>)[] => {
    const { user, uploader, admin, offer } = customers;
    const signIn = { grant_type: 'password', username: 'user@example.com', password: 'demo-password', scope: 'base' };
    return [
      ...['/v1/organizations', '/v1/products', '/v1/projects', '/v1/receipts'].map((path) => () => user.get(path)),
      () => admin.get('/v1/webhooks'),
      () => uploader.get(`/v1/file_info/${encodeURIComponent(picture)}`),
      () => user.post('/v1/projects', orderOf(offer)),
      () => processes.oauth('/oauth2/token', signIn),
    ];
  };

  const readinesses = (): Promise<number[]> =>
    Promise.all(serviceNames.map(async (name) => (await fetch(`${processes.urlOf(name)}/readyz`)).status));

  const isRecovered = async (): Promise<boolean> =>
    (await readinesses()).every((status) => status === 200) &&
    (await Promise.all(requests().map((send) => send()))).every(({ status }) => status < 300);

  /** Sends each request again and again until the returned function is called, which answers how often each status came. */
  function watch(): () => Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    let isOver = false;
    const repeat = async (send: () => Promise<ApiResponse>): Promise<void> => {
      for (; !isOver; await delay(PAUSE_MS)) {
        const { status, headers } = await send();
        const shown = headers.has('retry-after') ? `${status} with Retry-After` : String(status);
        counts[shown] = (counts[shown] ?? 0) + 1;
      }
    };
    const running = Promise.all(requests().map(repeat));
    return async () => ((isOver = true), await running, counts);
  }

  /** A read of what was written a moment ago must come from the primary. */
  async function findStaleReads(): Promise<number[]> {
    const { user, offer } = customers;
    const statuses = [];
    for (let count = 0; count < READS_AFTERWARDS; count++) {
      const { status, headers } = await user.post('/v1/projects', orderOf(offer));
      statuses.push(status, ...(status === 201 ? [(await user.get(headers.get('location')!)).status] : []));
    }
    return statuses.filter((status) => status >= 300);
  }

  async function rehearse(t: TestContext, leave: () => Promise<void>): Promise<void> {
    await pair.replicateSynchronously();
    const load = startLoad(customers, { restMs: PAUSE_MS });
    const end = watch();
    await eventually(() => load.orders.length >= ORDERS_BEFORE, { timeoutMs: 60_000 });
    await leave();
    const notReadyMs = await within(NOT_READY_MS, async () => (await readinesses()).every((status) => status === 503));
    await delay(READ_ONLY_MS);
    await pair.promote();
    const recoveredMs = await within(RECOVERED_MS, isRecovered);
    const stale = await findStaleReads();
    const statuses = await end();
    const checks = openConsistencyChecks({ ...processes.databases, messaging });
    const { lostOrders, doubledOrders, brokenPromises, longestOutageMs, notes } = await settleLoad({ checks } as Stage, load);
    await checks.close();
    const failures = load.refusals.filter((refusal) => /\b500 /.test(refusal));
    t.diagnostic(`statuses ${JSON.stringify(statuses)}; the load: ${load.refusals.length} requests repeated`);
    t.diagnostic(`not ready after ${notReadyMs} ms, recovered after ${recoveredMs} ms, then ${stale.length} stale or refused`);
    t.diagnostic(`${lostOrders} lost, ${doubledOrders} doubled, longest outage ${longestOutageMs} ms; ${notes.join('; ')}`);
    assert.deepEqual({ lostOrders, doubledOrders, brokenPromises, failures, stale }, kept);
    assert.deepEqual(
      Object.keys(statuses).filter((status) => !expected.has(status)),
      [],
    );
    assert.ok(notReadyMs !== undefined && recoveredMs !== undefined);
  }

  test('to a standby leaves no 500 and loses no order, and the old primary as a standby is not ready', (t) => rehearse(t, pair.demote));

  test('back leaves none either, with an old primary that only refuses writes and keeps its sessions', (t) =>
    rehearse(t, pair.makeReadOnly));
});

const kept = { lostOrders: 0, doubledOrders: 0, brokenPromises: [], failures: [], stale: [] };
const expected = new Set(['200', '201', '503 with Retry-After', '503']);

/** The milliseconds until `check` holds; undefined when it does not within the limit. */
async function within(limitMs: number, check: () => Promise<boolean>): Promise<number | undefined> {
  const startedAt = performance.now();
  for (; performance.now() - startedAt < limitMs; await delay(PAUSE_MS))
    if (await check().catch(() => false)) return Math.round(performance.now() - startedAt);
  return undefined;
}
