import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { eventually, testDatabase } from '@partner-ordering/testing';
import { backUp } from '../fixtures/backup.ts';
import { following, range, recordingLog, testService } from '../fixtures/things.ts';
import { startConsumer } from '../inbox/consumer.ts';
import { recordEvents } from '../outbox/outbox.ts';
import { startRelay } from '../outbox/relay.ts';
import { postgresTransport } from '../postgres/postgres-transport.ts';
import { partsOf } from '../transport/version.ts';

const KEYS = 2_000;
const child = join(import.meta.dirname, '../fixtures/republish-child.ts');

test('a republish that is killed in the middle is made up for by the next one, which names all that was lost', async () => {
  const log = await testDatabase('messaging_log', () => Promise.resolve());
  const [owner, follower] = await Promise.all([testService(), testService()]);
  const transport = await postgresTransport({ url: log.url, logger: recordingLog() });
  const { database } = owner;
  const write = (keys: readonly string[], state: unknown): Promise<void> =>
    database.transactional((tx) =>
      recordEvents(tx, 'things', { states: keys.map((key) => ({ type: 'thing', key, state })), facts: [] }, { now: new Date() }),
    );
  const outboxIsEmpty = () => eventually(async () => assert.equal((await database.pool.query('select from outbox')).rowCount, 0));
  const run = (crashAt?: string) =>
    promisify(execFile)(process.execPath, [child, owner.url, log.url], { env: { ...process.env, ...(crashAt && { CRASH_AT: crashAt }) } });

  const old = range(1, KEYS).map((number) => `old ${number}`);
  const created = range(1, KEYS).map((number) => `new ${number}`);
  await write(old, { n: 1 });
  const restore = await backUp(database);
  await write([...old, ...created], { n: 2 });
  const relay = startRelay({ database, transport, source: 'things', logger: recordingLog() });
  await outboxIsEmpty();
  await relay.stop();
  await restore();

  // Among the tombstones, then among the states.
  for (const [index, batch] of [2, 8].entries()) {
    await assert.rejects(run(`states-republished:${batch}`), { signal: 'SIGKILL' });
    const generations = new Set((await owner.states()).map(({ version }) => partsOf(version).generation));
    assert.ok(generations.has(0) && generations.has(index + 1), [...generations].join());
  }
  const { stdout } = await run();
  assert.deepEqual(stdout.trim().split('\n').toSorted(), [...old, ...created].toSorted());
  assert.ok((await owner.states()).every(({ version }) => partsOf(version).generation === 3));
  const options = { transport, group: 'follower', follows: following(['things.state']), handlers: {}, logger: recordingLog() };
  const consumer = startConsumer({ database: follower.database, ...options });
  const text = async ({ states }: typeof owner): Promise<string> => JSON.stringify(await states());
  // Not as lists: their difference takes long to tell.
  await eventually(async () => (await text(follower)) === (await text(owner)), { timeoutMs: 20_000 });

  await consumer.stop();
  await transport.close();
  await Promise.all([owner.drop(), follower.drop(), log.drop()]);
});
