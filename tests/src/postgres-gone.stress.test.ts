import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import { serviceNames } from '@partner-ordering/kernel';
import { makeDatabases } from '@partner-ordering/standalone';
import { eventually, gidOf, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import { findOffer, orderOf, type Offer } from './orders.ts';
import { temporaryFolder } from './program.ts';
import { startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

/** What the contract of operation promises. */
const REFUSED_WITHIN_MS = 2_000;
const RECOVERED_WITHIN = { timeoutMs: 10_000 };

const password = 'Zt6Qm1xV9c';
const names = [...serviceNames, 'messaging'] as const;
const reads = { identity: '/v1/organizations', catalog: '/v1/products', ordering: '/v1/projects', billing: '/v1/receipts' };

/** One after the other: up, gone, back. */
describe('PostgreSQL that goes away under running services', () => {
  const folder = temporaryFolder();
  let postgres: EmbeddedPostgres;
  let system: TestSystem;
  let user: ApiClient;
  let offer: Offer;
  let acknowledged: string[] = [];
  before(async () => {
    postgres = await startEmbeddedPostgres({ dataDir: folder.path, durable: false });
    await makeDatabases(postgres.superuserUrl(), Object.fromEntries(names.map((name) => [name, password])));
    const urlOf = (name: string): string => `postgres://${name}:${password}@127.0.0.1:${postgres.port}/${name}`;
    const urls = Object.fromEntries(names.map((name) => [name, urlOf(name)])) as Record<(typeof names)[number], string>;
    process.env['LOG_LEVEL'] ??= 'silent'; // they say a lot about it
    system = await startTestSystem({ urls });
    user = await system.signIn('user@example.com');
    await eventually(async () => (await user.get('/v1/products')).body.total_count > 0);
    offer = await findOffer(user);
  });
  after(async () => {
    await system?.stop();
    await postgres?.stop();
    folder.remove();
  });

  const order = (title: string) => user.post('/v1/projects', orderOf(offer, { title, state: 'published' }));
  const health = (path: string) =>
    Promise.all([...Object.values(system.serviceUrls), system.url].map(async (url) => (await fetch(`${url}${path}`)).status));

  async function timed(t: TestContext, what: string, send: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const start = performance.now();
    const answer = await send();
    const passedMs = Math.round(performance.now() - start);
    t.diagnostic(`${what}: ${answer.status} after ${passedMs} ms`);
    assert.ok(passedMs < REFUSED_WITHIN_MS, `${what} took ${passedMs} ms`);
    return answer;
  }

  test('what is under way when it goes is answered with success or 503, and success is kept', async () => {
    assert.equal((await order('before')).status, 201);
    let isGone = false;
    const answers: ApiResponse[] = [];
    const worker = async (): Promise<void> => {
      while (!isGone) answers.push(await order('meanwhile'));
    };
    const workers = Array.from({ length: 4 }, worker);
    await eventually(() => answers.length > 8);
    await postgres.stop();
    isGone = true;
    await Promise.all(workers);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].toSorted(), [201, 503]);
    acknowledged = answers.filter(({ status }) => status === 201).map(({ headers }) => gidOf(headers.get('location')!));
  });

  test('503 with the error body within 2 s, for reads, writes and sign-in', async (t) => {
    const answers = [
      ...(await Promise.all(Object.entries(reads).map(([name, path]) => timed(t, name, () => user.get(path))))),
      await timed(t, 'order', () => order('gone')),
      await timed(t, 'the second time', () => user.get('/v1/projects')),
    ];
    for (const { status, body, headers } of answers) {
      assert.deepEqual([status, body.error.code, typeof body.error.message], [503, 503, 'string']);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    const { status, body } = await timed(t, 'sign-in', () => system.oauth('/oauth2/token', { grant_type: 'client_credentials' }));
    assert.deepEqual([status, body.error], [503, 'temporarily_unavailable']);
  });

  test('many at once are refused as fast', async (t) => {
    await timed(t, 'the slowest of 30', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => user.get('/v1/projects')));
      assert.ok(answers.every(({ status }) => status === 503));
      return answers[0]!;
    });
  });

  test('they stay alive, and say that they are not ready', async () => {
    assert.deepEqual(new Set(await health('/livez')), new Set([200]));
    // The last is the gateway, which has no database.
    assert.deepEqual(new Set((await health('/readyz')).slice(0, -1)), new Set([503]));
  });

  test('within 10 s of its return everything works by itself', async (t) => {
    postgres = await startEmbeddedPostgres({ dataDir: folder.path, port: postgres.port, durable: false });
    const start = performance.now();
    await eventually(async () => {
      assert.deepEqual(new Set(await health('/readyz')), new Set([200]));
      assert.equal((await system.oauth('/oauth2/token', { grant_type: 'client_credentials' })).status, 200);
      for (const path of Object.values(reads)) assert.equal((await user.get(path)).status, 200, path);
      assert.equal((await order('after')).status, 201);
    }, RECOVERED_WITHIN);
    t.diagnostic(`recovered after ${Math.round(performance.now() - start)} ms`);
  });

  test('nothing acknowledged is lost, and events flow again', async () => {
    for (const gid of acknowledged) assert.equal((await user.get(`/v1/projects/${gid}`)).body.state, 'published', gid);
    const query = ['state', '==', 'published'];
    const { total_count: published } = (await user.get('/v1/projects/total_count', { parameters: { query } })).body;
    await eventually(async () => {
      const { monthly_spent: spent } = (await user.get('/v1/me/member_of')).body.items[0];
      assert.equal(spent.amount, published * offer.amount);
    }, RECOVERED_WITHIN);
  });
});
