import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { openDatabase, type Database } from '@partner-ordering/data';
import { eventually, testDatabase, testMessaging, testKeys, type TestDatabase } from '@partner-ordering/testing';
import { pino } from 'pino';
import { createNotes } from '@partner-ordering/testing/notes';

describe('killed services', () => {
  let own: TestDatabase;
  let messaging: TestDatabase;
  let database: Database;
  before(async () => {
    own = await testDatabase('notes_child', async (url) => {
      const service = await createNotes({
        databaseUrl: url,
        poolSize: 3,
        log: pino({ level: 'silent' }),
        serviceKeys: testKeys('notes'),
      } as Parameters<typeof createNotes>[0]);
      await service.migrate();
      await service.stop();
    });
    messaging = await testMessaging();
    database = await openDatabase({ url: own.url, entities: [], migrations: [], poolSize: 3, applicationName: 'crash test' });
  });
  after(async () => {
    await database.close();
    await Promise.all([own.drop(), messaging.drop()]);
  });

  async function start(crashAt?: string): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/notes-child.ts'), own.url, messaging.url], {
      env: { ...process.env, ...(crashAt ? { CRASH_AT: crashAt } : {}) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new AbortController();
    child.once('exit', () => ended.abort(new Error('The child ended before it listened')));
    const [port] = (await once(createInterface({ input: child.stdout }), 'line', { signal: ended.signal })) as [string];
    return { child, url: `http://127.0.0.1:${port}/p/notes` };
  }
  const post = (url: string, title: string, more = {}) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ title, ...more }) });
  const count = async (text: string, on: Pick<Database, 'query'> = database): Promise<number> =>
    Number((await on.query<{ count: string }>({ text, values: [] }))[0]!.count);
  const notes = (title: string) => count(`select count(*) from note where title = '${title}'`);
  const waiting = (title: string) => count(`select count(*) from outbox where event->'data'->>'title' = '${title}'`);

  test('a kill before the commit leaves nothing, and a kill after it everything', async () => {
    for (const [crashAt, left] of [['before-commit', 0] as const, ['after-commit', 1] as const]) {
      const { child, url } = await start(crashAt);
      const exited = once(child, 'exit');
      await assert.rejects(post(url, crashAt));
      assert.deepEqual(await exited, [null, 'SIGKILL']);
      assert.equal(await notes(crashAt), left);
      assert.equal(await waiting(crashAt), left * 2, 'the state and the fact');
      assert.equal(await count(`select count(*) from shared_state where state->>'title' = '${crashAt}'`), left);
    }
  });

  test('a restarted service runs an interrupted job once after its lease ends, and publishes committed events', async (t) => {
    // The request makes the first commit, its job the second.
    const doomed = await start('before-commit:2');
    const exited = once(doomed.child, 'exit');
    assert.equal((await post(doomed.url, 'killed', { description: 'with a job' })).status, 201);
    assert.deepEqual(await exited, [null, 'SIGKILL']);
    const killedAt = performance.now();
    assert.equal(await notes('killed, by the job'), 0);
    await count('update job set leased_until = now() returning 1 as count');
    const { child } = await start();
    const startedAt = performance.now();
    try {
      // The limit excludes the start of Node, which takes seconds on a busy machine.
      await eventually(async () => assert.equal(await notes('killed, by the job'), 1), { timeoutMs: 5_000 });
      const [sinceKill, sinceStart] = [killedAt, startedAt].map((at) => Math.round(performance.now() - at));
      t.diagnostic(`done ${sinceKill} ms after the kill, ${sinceStart} ms after the start`);
      assert.equal(await count('select count(*) from job'), 0);
      await eventually(async () => assert.equal(await waiting('after-commit'), 0), { timeoutMs: 15_000 });
      assert.equal(await notes('after-commit'), 1);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});
