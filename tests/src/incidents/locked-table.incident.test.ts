import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { eventually, type ApiResponse } from '@partner-ordering/testing';
import pg from 'pg';
import { findOffer, orderOf } from '../orders.ts';
import { startProcesses, type Processes } from '../processes.ts';
import { stopAll } from '../program.ts';
import { demoGids } from '../test-system.ts';

const POOL_SIZE = 6;
const AT_ONCE = 8;
const LOCKED_MS = 12_000;
const PAUSE_MS = 100;

/** How often each status came, and the longest time until one. */
class Answers {
  readonly statuses: Record<string, number> = {};
  slowestMs = 0;

  add({ status, headers }: ApiResponse, ms: number): void {
    const shown = headers.has('retry-after') ? `${status} with Retry-After` : String(status);
    this.statuses[shown] = (this.statuses[shown] ?? 0) + 1;
    this.slowestMs = Math.max(this.slowestMs, Math.round(ms));
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
      const sentAtMs = performance.now();
      answers.add(await requests[count % requests.length]!(), performance.now() - sentAtMs);
      await delay(PAUSE_MS);
    }
  }

  test('for which one user waits in eight requests leaves the service ready and refuses no other organization', async (t) => {
    const [user, other] = [await system.signIn('user@example.com'), await system.signIn('user@other.example.com')];
    const order = orderOf(await findOffer(other, { organization: demoGids.northlightStudio }));
    const ordered = await other.create('/v1/projects', order);
    const project = await user.create('/v1/projects', orderOf(await findOffer(user)));
    const comment = await user.create('/v1/comments', { uri: project, message: 'Before' });
    const waitingRequests = [
      () => user.get('/v1/comments', { parameters: { query: ['uri', '==', project] } }),
      () => user.get(comment),
      () => user.post('/v1/comments', { uri: project, message: 'Meanwhile' }),
    ];
    for (const send of waitingRequests) assert.ok((await send()).status < 300);

    await locker.query('begin; lock table comment in access exclusive mode');
    let isLocked = true;
    const answers = { user: new Answers(), other: new Answers(), readiness: new Answers() };
    const until = (name: keyof typeof answers, ...requests: (() => Promise<ApiResponse>)[]) =>
      repeat(answers[name], () => isLocked, requests);
    const running = [
      ...Array.from({ length: AT_ONCE }, (_none, lane) => until('user', ...waitingRequests.slice(lane % 3), ...waitingRequests)),
      until(
        'other',
        () => other.get('/v1/projects'),
        () => other.get(ordered),
        () => other.post('/v1/projects', order),
      ),
      until('readiness', () => system.anonymous.get(`${system.urlOf('ordering')}/readyz`)),
    ];
    await delay(LOCKED_MS);
    isLocked = false;
    await Promise.all(running);
    await locker.query('rollback');

    for (const [name, { statuses, slowestMs }] of Object.entries(answers))
      t.diagnostic(`${name}: ${JSON.stringify(statuses)}, slowest ${slowestMs} ms`);
    assert.deepEqual(Object.keys(answers.readiness.statuses), ['200']);
    assert.deepEqual(Object.keys(answers.other.statuses).toSorted(), ['200', '201']);
    assert.deepEqual(Object.keys(answers.user.statuses), ['503 with Retry-After']);
    await eventually(async () => {
      for (const send of waitingRequests) assert.ok((await send()).status < 300);
    });
  });
});
