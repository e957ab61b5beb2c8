import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { CrashPoint } from '@partner-ordering/messaging';
import { eventually, gidOf, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import { openBooks, type Books } from './consistency.ts';
import { findOffer, membershipPath, orderOf, type Offer } from './orders.ts';
import { startProcesses, type ProcessName, type Processes } from './processes.ts';
import { stop, stopAll } from './program.ts';
import { demoGids } from './test-system.ts';

/** The point, and how often it is passed before: so that some of the work is acknowledged and some is under way. */
const points = {
  'before-commit': 6,
  'after-commit': 6,
  'relay-after-append': 3,
  'consumer-before-commit': 2,
  'consumer-after-commit': 2,
} satisfies Partial<Record<CrashPoint, number>>;
type Point = keyof typeof points;
const every = Object.keys(points) as Point[];
const some: Point[] = ['after-commit', 'relay-after-append', 'consumer-before-commit'];
/** What they do at these points is the same code in all of them. */
const cases: readonly [ProcessName, readonly Point[]][] = [
  ['ordering', every],
  ['identity', some],
  ['catalog', some],
];
const WORKERS = 4;
/** Of one case. */
const LIMIT_MS = 40_000;

describe('kill -9', () => {
  let system: Processes;
  let books: Books;
  let admin: ApiClient;
  let user: ApiClient;
  let offer: Offer;
  let price: string;
  before(async () => {
    system = await startProcesses();
    books = openBooks(system.databases);
    [admin, user] = [await system.signIn('admin@example.com'), await system.signIn('user@example.com')];
    offer = await findOffer(user);
    const query = ['product.gid', '==', offer.product];
    const { body } = await admin.get('/v1/prices', { parameters: { query, limit: 100 } });
    price = body.items.find((one: { organization: unknown }) => one.organization === null).href;
    await eventually(() => books.assertReplicated(), { timeoutMs: 15_000 });
  });
  after(async () => {
    await books?.close();
    await system?.end();
    await stopAll();
  });

  /** Sends until it is acknowledged, as a client does that was told nothing; the key makes it one and the same request. */
  async function insist(send: (headers: Record<string, string>) => Promise<ApiResponse>): Promise<ApiResponse> {
    const headers = { 'idempotency-key': randomUUID() };
    return eventually(
      async () => {
        const answer = await send(headers);
        if (answer.status >= 500 || answer.status === 409) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
        return answer;
      },
      { timeoutMs: 30_000 },
    );
  }

  /** What was acknowledged, by kind: names that are then to be found exactly once. */
  interface Acknowledged {
    projects: string[];
    users: string[];
    categories: string[];
  }

  /** One of each kind of write, so that every service writes, relays and consumes. */
  async function work(title: string, { projects, users, categories }: Acknowledged): Promise<void> {
    const created = async (send: (headers: Record<string, string>) => Promise<ApiResponse>, into: string[]) => {
      const { status, headers, body } = await insist(send);
      assert.equal(status, 201, JSON.stringify(body));
      into.push(gidOf(headers.get('location')!));
      return headers.get('location')!;
    };
    const project = await created(
      (headers) => user.post('/v1/projects', orderOf(offer, { title, state: 'published' }), { headers }),
      projects,
    );
    const email = `${randomUUID()}@example.com`;
    const member_of = [{ organization: { gid: demoGids.harbourBakery } }];
    await created((headers) => admin.post('/v1/users', { email, firstname: 'R', lastname: title, member_of }, { headers }), users);
    await created((headers) => admin.post('/v1/categories', { title }, { headers }), categories);
    const monthly_budget = { amount: 1_000_000 + projects.length, currency: 'EUR' };
    assert.equal((await insist(() => admin.put(membershipPath(demoGids.users.user), { monthly_budget }))).status, 204);
    assert.equal((await insist(() => admin.put(price, { amount: 400 + projects.length }))).status, 204);
    if (projects.length % 2 === 0) return;
    // Said twice, it is refused the second time.
    await insist(() => user.put(project, { status: 'canceled' }));
    assert.equal((await insist(() => user.get(project))).body.status, 'canceled');
  }

  for (const [name, chosen] of cases) {
    for (const point of chosen) {
      test(`of ${name} at ${point} loses nothing that was acknowledged and does nothing twice`, async () => {
        await stop(system.program(name), 'SIGKILL');
        const doomed = await system.restart(name, { CRASH_AT: `${point}:${points[point]}` });
        let isOver = false;
        const restarted = doomed.ended.then(async (signal) => {
          assert.equal(signal, 'SIGKILL', doomed.stderr());
          await system.restart(name);
          isOver = true;
        });
        const title = `${name} at ${point}`;
        const acknowledged: Acknowledged = { projects: [], users: [], categories: [] };
        const worker = async (): Promise<void> => {
          for (const end = performance.now() + LIMIT_MS; !isOver && performance.now() < end;) await work(title, acknowledged);
        };
        await Promise.all(Array.from({ length: WORKERS }, worker));
        assert.ok(isOver, 'it did not die');
        await restarted;
        await eventually(() => books.assertReplicated(), { timeoutMs: 15_000 });
        await books.assertBooked();
        await assertOnce('ordering', 'select gid from project where title = $1', title, acknowledged.projects);
        await assertOnce('identity', 'select gid from "user" where lastname = $1', title, acknowledged.users);
        await assertOnce('catalog', 'select gid from category where title = $1', title, acknowledged.categories);
      });
    }
  }

  async function assertOnce(name: 'ordering' | 'identity' | 'catalog', text: string, title: string, acknowledged: string[]): Promise<void> {
    const found = await books.rows<{ gid: string }>(name, text, [title]);
    assert.deepEqual(found.map(({ gid }) => gid).toSorted(), acknowledged.toSorted(), `${name}: ${text}`);
    assert.equal(new Set(acknowledged).size, acknowledged.length);
  }
});
