import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import type { ProjectCreate } from '@partner-ordering/client';
import { eventually, gidOf, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import pg from 'pg';
import { findOffer, membershipPath, orderOf } from '../orders.ts';
import { startProcesses, type Processes } from '../processes.ts';
import { stopAll } from '../program.ts';
import { demoGids } from '../test-system.ts';
import { latencies, percentileMs, sendPaced, type Paced } from './paced.ts';

const POOL_SIZE = 6;
const AT_ONCE = 8;
const PAUSE_MS = 100;
const QUIET_SECONDS = 8;
const LOCKED_SECONDS = 12;
const OTHERS_PER_SECOND = 20;
/** By then the service knows which requests keep their connections. */
const SETTLE_MS = 2_000;

/** How often each status came. */
class Answers {
  readonly statuses: Record<string, number> = {};

  add({ status, headers }: ApiResponse): void {
    const shown = headers.has('retry-after') ? `${status} with Retry-After` : String(status);
    this.statuses[shown] = (this.statuses[shown] ?? 0) + 1;
  }
}

describe('a locked table', () => {
  let system: Processes;
  let locker: pg.Client;
  before(async () => {
    system = await startProcesses({ variables: { DATABASE_POOL_SIZE: String(POOL_SIZE), REQUESTS_AT_ONCE_PER_USER: '50' } });
    locker = new pg.Client({ connectionString: system.databases.ordering.url });
    await locker.connect();
  });
  after(async () => {
    await locker?.end();
    await system?.end();
    await stopAll();
  });

  /** Sends the requests in turn until the lock ends. */
  async function repeat(answers: Answers, isLocked: () => boolean, requests: readonly (() => Promise<ApiResponse>)[]): Promise<void> {
    for (let count = 0; isLocked(); count++) {
      answers.add(await requests[count % requests.length]!());
      await delay(PAUSE_MS);
    }
  }

  /** Requests that need the table, all of which succeed. */
  async function requestsOfTable(client: ApiClient, project: string): Promise<(() => Promise<ApiResponse>)[]> {
    const comment = await client.create('/v1/comments', { uri: project, message: 'Before' });
    const requests = [
      () => client.get('/v1/comments', { parameters: { query: ['uri', '==', project] } }),
      () => client.get(comment),
      () => client.post('/v1/comments', { uri: project, message: 'In the meantime' }),
    ];
    for (const send of requests) assert.ok((await send()).status < 300);
    return requests;
  }

  /** A user of a third organization, with what it orders. */
  async function signInOther(): Promise<{ client: ApiClient; order: ProjectCreate }> {
    const admin = await system.signIn('admin@example.com');
    const organization = gidOf(await admin.create('/v1/organizations', { name: 'Mill' }));
    await admin.create(`/v1/users/${demoGids.users.colleague}/member_of`, { organization: { gid: organization } });
    assert.equal((await admin.delete(membershipPath(demoGids.users.colleague))).status, 204);
    const { product } = await findOffer(admin);
    await admin.put(`/v1/products/${product}/organizations/${organization}`);
    const client = await system.signIn('colleague@example.com');
    return { client, order: orderOf(await eventually(() => findOffer(client, { organization }))) };
  }

  test('for which two organizations wait in eight requests each leaves the service ready and refuses no other one', async (t) => {
    const waiting: (() => Promise<ApiResponse>)[][] = [];
    for (const [email, organization] of [
      ['user@example.com', demoGids.harbourBakery],
      ['user@other.example.com', demoGids.northlightStudio],
    ] as const) {
      const client = await system.signIn(email);
      waiting.push(await requestsOfTable(client, await client.create('/v1/projects', orderOf(await findOffer(client, { organization })))));
    }
    const { client: other, order } = await signInOther();
    const ordered = await other.create('/v1/projects', order);
    const requests = [() => other.get('/v1/projects'), () => other.get(ordered), () => other.post('/v1/projects', order)];
    let count = 0;
    const sendOthers = (seconds: number): Promise<Paced> => sendPaced(() => requests[count++ % 3]!(), OTHERS_PER_SECOND, seconds);
    const quiet = await sendOthers(QUIET_SECONDS);

    await locker.query('begin; lock table comment in access exclusive mode');
    let isLocked = true;
    const answers = { waiting: new Answers(), readiness: new Answers() };
    const running = [
      ...waiting.flatMap((sends) =>
        Array.from({ length: AT_ONCE }, (_none, lane) => repeat(answers.waiting, () => isLocked, [...sends.slice(lane % 3), ...sends])),
      ),
      repeat(answers.readiness, () => isLocked, [() => system.anonymous.get(`${system.urlOf('ordering')}/readyz`)]),
    ];
    await delay(SETTLE_MS);
    const locked = await sendOthers(LOCKED_SECONDS);
    isLocked = false;
    await Promise.all(running);
    await locker.query('rollback');

    for (const [name, { statuses }] of Object.entries(answers)) t.diagnostic(`${name}: ${JSON.stringify(statuses)}`);
    for (const [name, paced] of Object.entries({ quiet, locked }))
      t.diagnostic(`others, ${name}: ${paced.sent} sent, ${paced.failed.length} refused, ${latencies(paced)}`);
    t.diagnostic(`p99 locked / quiet: ${(percentileMs(locked, 99) / percentileMs(quiet, 99)).toFixed(1)}`);
    assert.deepEqual(Object.keys(answers.readiness.statuses), ['200']);
    assert.deepEqual(Object.keys(answers.waiting.statuses), ['503 with Retry-After']);
    assert.deepEqual([locked.sent, locked.failed], [OTHERS_PER_SECOND * LOCKED_SECONDS, []]);
    await eventually(async () => {
      for (const send of waiting.flat()) assert.ok((await send()).status < 300);
    });
  });
});
