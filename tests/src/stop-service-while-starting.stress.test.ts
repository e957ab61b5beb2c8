import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { keyVariables, makeKeys } from '@partner-ordering/service';
import { urlVariables } from '@partner-ordering/kernel';
import { eventually, freePort, testDatabase, type TestDatabase } from '@partner-ordering/testing';
import pg from 'pg';
import { answers, endsSoon, openSilence, run, stopAll, temporaryFolder, type Program, type Variables } from './program.ts';

const MAIN = 'services/catalog/src/main.ts';

describe('signals to a starting service', () => {
  const keys = temporaryFolder();
  const databases: TestDatabase[] = [];
  let variables: Record<string, string>;
  let database: TestDatabase;

  before(async () => {
    const messaging = await testDatabase('empty', async () => undefined);
    database = await testDatabase('empty', async () => undefined);
    databases.push(messaging, database);
    makeKeys(keys.path);
    const nobody = `http://127.0.0.1:${await freePort()}`;
    variables = {
      PORT: String(await freePort()),
      ISSUER: nobody,
      ...keyVariables(keys.path, 'catalog'),
      DATABASE_URL: database.url,
      MESSAGING_URL: messaging.url,
      ...urlVariables(() => nobody),
    };
  });
  afterEach(stopAll);
  after(async () => {
    await Promise.all(databases.map((each) => each.drop()));
    keys.remove();
  });

  async function assertStopped(program: Program, exitCode = 0): Promise<void> {
    program.process.kill('SIGTERM');
    assert.deepEqual([await endsSoon(program), program.stderr()], [exitCode, '']);
  }

  /** Holds a lock until the returned object is disposed. */
  async function hold(text: string): Promise<{ isWaitedFor(): Promise<void> } & AsyncDisposable> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin');
    await client.query(text);
    return {
      isWaitedFor: async () => {
        const waiting = `select 1 from pg_locks join pg_database on oid = database where datname = current_database() and not granted`;
        assert.ok((await client.query(waiting)).rows.length > 0);
      },
      [Symbol.asyncDispose]: () => client.end(),
    };
  }

  const silentAt: Record<string, (address: string) => Variables> = {
    'the database': (address) => ({ DATABASE_URL: `postgres://catalog:9f2c@${address}/catalog` }),
    'the messaging database': (address) => ({ MESSAGING_URL: `postgres://messaging:9f2c@${address}/messaging` }),
    identity: (address) => ({ IDENTITY_URL: `http://${address}` }),
  };
  for (const [label, variablesAt] of Object.entries(silentAt))
    test(`SIGTERM ends a service while ${label} does not answer`, async () => {
      await using silence = await openSilence();
      const program = run(MAIN, { ...variables, ...variablesAt(silence.address) });
      await eventually(() => silence.connections() > 0, { timeoutMs: 30_000 });
      await assertStopped(program);
    });

  for (const [name, args] of Object.entries({ 'a start': [], '`migrate`': ['migrate'] }))
    for (const [label, lock] of Object.entries({
      'another migration': 'select pg_advisory_xact_lock(7226001)',
      'a table': 'lock table mikro_orm_migrations in access exclusive mode',
    }))
      test(`SIGTERM ends a service while ${name} waits for ${label}`, async () => {
        assert.equal(await run(MAIN, variables, ['migrate']).ended, 0);
        await using lockHeld = await hold(lock);
        const program = run(MAIN, variables, args);
        await eventually(lockHeld.isWaitedFor, { timeoutMs: 30_000 });
        await assertStopped(program, args.length > 0 ? 1 : 0);
      });

  test('a second signal ends even a stop that waits for a request', async () => {
    const program = run(MAIN, variables);
    await answers(program, `http://127.0.0.1:${variables['PORT']}/livez`);
    const half = connect(Number(variables['PORT']), '127.0.0.1').on('error', () => undefined);
    half.write('POST /v1/products HTTP/1.1\r\nHost: catalog\r\nContent-Length: 2\r\n\r\n{');
    program.process.kill('SIGTERM');
    await eventually(() => (program.process.kill('SIGTERM'), program.process.exitCode !== null));
    assert.equal(await program.ended, 1);
    half.destroy();
  });
});
