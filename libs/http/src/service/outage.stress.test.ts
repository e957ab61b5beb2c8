import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { eventually, testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { closeGate, createNotes, gate } from '../fixtures/notes-service.ts';

/** Stands between a service and PostgreSQL, to be cut or held. */
class Cable {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #target: URL | undefined;
  #port = 0;
  #isHanging = false;
  #takesNew = true;

  /** The database's URL with this in between. */
  async through(databaseUrl: string): Promise<string> {
    this.#target ??= new URL(databaseUrl);
    if (!this.#server) await this.mend();
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async mend(): Promise<void> {
    const { hostname, port } = this.#target!;
    this.#server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => (near.destroy(), far.destroy()));
      }
      near.pipe(far).pipe(near);
      if (this.#isHanging || !this.#takesNew) for (const socket of [near, far]) socket.pause();
    });
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as { port: number }).port;
  }

  /** Nothing comes through any more, and nobody is told. */
  hang(): void {
    this.#isHanging = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** New connections get no answer; those that are there go on. */
  takeNoNew(): void {
    this.#takesNew = false;
  }

  /** What was on its way arrives. */
  resume(): void {
    this.#isHanging = false;
    this.#takesNew = true;
    for (const socket of this.#sockets) socket.resume();
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server!.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

/** Aim: 2 s, which the fault suite measures. Here only that it is not a statement's own time-out, 15 s, that ends the wait. */
const SOON_MS = 6_000;

describe('PostgreSQL gone', () => {
  const cable = new Cable();
  let service: TestService;
  let user: ApiClient & { gid: string };
  let href: string;
  before(async () => {
    service = await testService('notes', async (config) =>
      createNotes({ ...config, databaseUrl: await cable.through(config.databaseUrl) }),
    );
    user = await service.signIn();
    href = await user.create('/v1/notes', { title: 'Before' });
  });
  after(async () => {
    await service.stop();
    await cable.cut();
  });

  const unavailable = { error: { code: 503, message: 'The service is not available at the moment' } };
  const quick = async (answer: ReturnType<ApiClient['get']>): Promise<void> => {
    const startedAt = performance.now();
    const { status, body, headers } = await answer;
    assert.deepEqual([status, body, headers.get('retry-after')], [503, unavailable, '1']);
    assert.ok(performance.now() - startedAt < SOON_MS, `after ${performance.now() - startedAt} ms`);
  };

  test('503 soon for reads and writes, again and again, and recovery by itself', async () => {
    for (let outage = 0; outage < 3; outage++) {
      await cable.cut();
      for (let round = 0; round < 2; round++) {
        await Promise.all([
          ...[href, '/v1/notes', '/v1/notes/total_count'].map((path) => quick(user.get(path))),
          ...Array.from({ length: 8 }, () => quick(user.post('/v1/notes', { title: 'Never' }))),
          quick(user.put(href, { count: 1 })),
        ]);
      }
      assert.equal((await service.anonymous.get('/readyz')).status, 503);
      assert.equal((await service.anonymous.get('/livez')).status, 200);
      await cable.mend();
      await eventually(async () => assert.equal((await user.get(href)).status, 200), { timeoutMs: 5_000 });
      // More at once than the pool has connections: none was lost.
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => user.post('/v1/notes', { title: `After ${outage} ${index}` })),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      assert.equal((await service.anonymous.get('/readyz')).status, 200);
    }
    assert.equal((await user.get('/v1/notes/total_count', { parameters: { query: ['title', '==', 'Never'] } })).body.total_count, 0);
  });

  test('503 for writes that it interrupts, which then have no effect; their connections come back', async () => {
    for (let outage = 0; outage < 8; outage++) {
      closeGate();
      const interrupted = user.post('/v1/trials/wait', {});
      await gate.entered.promise;
      await cable.cut();
      gate.opened.resolve();
      await quick(interrupted);
      await cable.mend();
    }
    await eventually(async () => assert.equal((await user.get(href)).status, 200));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => user.post('/v1/notes', { title: `Again ${index}` })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.equal((await user.get('/v1/notes/total_count', { parameters: { query: ['title', '==', 'waited'] } })).body.total_count, 0);
  });

  test('503 soon when it hangs, however many wait, and recovery by itself', async () => {
    for (let outage = 0; outage < 2; outage++) {
      cable.hang();
      for (let round = 0; round < 2; round++) {
        await Promise.all([
          ...Array.from({ length: 30 }, () => quick(user.get(href))),
          ...Array.from({ length: 10 }, () => quick(user.post('/v1/notes', { title: 'Never' }))),
        ]);
        assert.equal((await service.anonymous.get('/readyz')).status, 503);
        assert.equal((await service.anonymous.get('/livez')).status, 200);
      }
      cable.resume();
      await eventually(async () => assert.equal((await user.get(href)).status, 200));
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => user.post('/v1/notes', { title: `Later ${outage} ${index}` })),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    }
  });

  test('a database that answers nobody for 2 s is waited for, and so are new connections', async () => {
    for (const hrefs of [[href], Array.from({ length: 6 }, () => href)]) {
      cable.hang();
      setTimeout(() => cable.resume(), 2_000);
      const answers = await Promise.all(hrefs.map((each) => user.get(each)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    }
  });

  test('a slow statement is waited for, on every connection there is', async () => {
    const slow = { text: 'select pg_sleep(2.5)', values: [] };
    await Promise.all(Array.from({ length: 6 }, () => service.service.database.query(slow)));
  });

  test('a statement that waits for a lock is waited for', async () => {
    const { database } = service.service;
    const lock = { text: 'select pg_advisory_xact_lock(1)', values: [] };
    const held = Promise.withResolvers<void>();
    const holder = database.transactional(async (tx) => (await tx.query(lock), held.promise));
    const waiter = database.transactional((tx) => tx.query(lock));
    setTimeout(held.resolve, 2_500);
    await Promise.all([holder, waiter]);
  });
});

test('the first requests need no new connection: a service that starts has made some', async () => {
  const cable = new Cable();
  const service = await testService('notes', async (config) =>
    createNotes({ ...config, databaseUrl: await cable.through(config.databaseUrl) }),
  );
  try {
    cable.takeNoNew();
    // More than these two, as jobs of the service may use one at the same moment.
    const { database } = service.service;
    assert.ok(database.pool.totalCount >= 4, `${database.pool.totalCount} connections`);
    await Promise.all(Array.from({ length: 2 }, () => database.query({ text: 'select pg_sleep(0.2)', values: [] })));
    assert.equal((await service.anonymous.get('/readyz')).status, 200);
  } finally {
    cable.resume();
    await service.stop();
    await cable.cut();
  }
});
