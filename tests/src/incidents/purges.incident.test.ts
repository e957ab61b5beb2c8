import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readBacklog } from '@partner-ordering/jobs';
import { removeExpired } from '@partner-ordering/messaging';
import { eventually } from '@partner-ordering/testing';
import pg from 'pg';
import { startProcesses, type Processes } from '../processes.ts';
import { stopAll } from '../program.ts';
import { age, count, fill, readSoFar, type Filled } from './filled-tables.ts';

const MISSED_DAYS = 3;
const DUE_ROWS = 250;
const QUEUED_JOBS = 300_000;
const SCRAPES = 5;
/** The part of a table's rows that a purge of `DUE_ROWS` may read. */
const MOST_READ = 0.05;

const uuid = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const application = '(select gid from application limit 1)';

/** The jobs of a service that purge, and what they purge. */
interface Purges {
  jobs: readonly string[];
  tables: readonly Filled[];
}

const purges: Readonly<Record<'ordering' | 'identity' | 'notifications', Purges>> = {
  ordering: {
    jobs: ['purge_inbox', 'forget_idempotency_keys'],
    tables: [
      { table: 'inbox', rows: 5_000_000, kept: 38, time: 'received_at', values: { consumer_group: `'ordering'`, event_id: 'n' } },
      {
        table: 'dead_letter',
        rows: 100_000,
        kept: 38,
        time: 'rejected_at',
        values: { topic: `'t'`, partition: '0', position: 'n', key: `''`, bytes: '1', sha256: `''`, reason: `''` },
      },
      { table: 'kept_event', rows: 100_000, kept: 7, time: 'created_at', values: { id: 'n', topic: `'t'`, key: 'n', event: `'{}'` } },
      {
        ...{ table: 'idempotency_key', rows: 100_000, kept: 1, time: 'created_at' },
        values: { scope: 'n', fingerprint: `''`, status: '201', headers: `'{}'` },
      },
    ],
  },
  identity: {
    jobs: ['remove_ended_sessions', 'remove_expired_invitations', 'remove_old_rate_limits', 'remove_old_mail_tokens'],
    tables: [
      {
        ...{ table: 'session', rows: 100_000, lives: 30, kept: 0.05, time: 'ends_at' },
        values: { gid: uuid, user_gid: uuid, application_gid: application, grant_type: `'password'`, created_at: 'at' },
      },
      {
        ...{ table: 'refresh_token', rows: 100_000, lives: 30, time: 'expires_at' },
        values: { hash: 'n', session_gid: '(select gid from session order by ends_at desc limit 1)', scope: `'{}'`, created_at: 'at' },
      },
      { table: 'browser_session', rows: 100_000, lives: 0.1, time: 'ends_at', values: { hash: 'n', user_gid: uuid } },
      { table: 'revocation', rows: 100_000, lives: 0.2, time: 'expires_at', values: { session_gid: uuid } },
      {
        ...{ table: 'authorization_code', rows: 100_000, lives: 0.2, time: 'expires_at' },
        values: { hash: 'n', application_gid: application, user_gid: uuid, redirect_uri: `''`, scope: `'{}'`, code_challenge: `''` },
      },
      {
        ...{ table: 'invitation', rows: 50_000, lives: 7, kept: 30, time: 'expires_at' },
        values: {
          ...{ gid: uuid, created_at: 'at', token: 'n', email: 'n', is_manager: 'false', invited_by: uuid },
          organization_gid: '(select gid from organization limit 1)',
        },
      },
      { table: 'rate_limit', rows: 100_000, lives: 0.2, time: 'expire', isInMs: true, values: { key: 'n' } },
      {
        ...{ table: 'mail_token', rows: 100_000, lives: 1, kept: 5, time: 'expires_at' },
        values: { gid: uuid, purpose: `'password'`, subject_gid: uuid, address: 'n', hashes: 'array[n::text]' },
      },
    ],
  },
  notifications: {
    jobs: ['delete_old_events', 'forget_held_mails'],
    tables: [
      {
        ...{ table: 'event', rows: 100_000, kept: 30, time: 'created_at' },
        values: { organization_gid: uuid, position: 'n', occurred_at: 'at', id: 'n', type: `'t'`, body: `'{}'` },
      },
      {
        ...{ table: 'delivery', rows: 100_000, kept: 30, time: 'created_at' },
        values: {
          ...{ organization_gid: uuid, position: 'n', occurred_at: 'at', gid: uuid, webhook_gid: uuid, event_id: 'n' },
          ...{ event_type: `'t'`, status: `'delivered'`, modified_at: 'at' },
        },
      },
      {
        ...{ table: 'held_mail', rows: 100_000, lives: 1, kept: 7, time: 'due_at' },
        values: { digest: `'d'`, about: 'n', project_gid: uuid, cause: `'{}'` },
      },
      { table: 'mail_allowance', rows: 100_000, kept: 1, time: 'began_at', values: { causer_gid: uuid, reader_gid: uuid, mails: '1' } },
    ],
  },
};
const services = ['ordering', 'identity', 'notifications'] as const;
type Service = (typeof services)[number];

const PATIENCE = { timeoutMs: 90_000, intervalMs: 100 };

describe('tables after a whole cycle of retention', () => {
  let system: Processes;
  const clients = new Map<Service | 'messaging', pg.Client>();
  const clientOf = (service: Service | 'messaging') => clients.get(service)!;
  before(async () => {
    system = await startProcesses();
    for (const name of [...services, 'messaging'] as const) {
      const client = new pg.Client({ connectionString: system.databases[name].url });
      await client.connect();
      clients.set(name, client);
    }
  });
  after(async () => {
    for (const client of clients.values()) await client.end();
    await system?.end();
    await stopAll();
  });

  const metricsOf = async (service: Service): Promise<string> => (await fetch(system.metricsOf(service))).text();
  /** Lets a service do jobs, and waits until they have ended; throws when an attempt fails. */
  async function run(service: Service, jobs: readonly string[]): Promise<void> {
    await clientOf(service).query(`insert into job (name, key) select name, 'rehearsal' from unnest($1::text[]) as name`, [jobs]);
    await eventually(async () => {
      const { rows } = await clientOf(service).query<{ error: string | null }>(
        `select last_error as error from job where key = 'rehearsal'`,
      );
      return rows.every(({ error }) => error !== null);
    }, PATIENCE);
    const { rows: failed } = await clientOf(service).query(`delete from job where key = 'rehearsal' returning name, last_error`);
    assert.deepEqual(failed, []);
  }

  /** What was read of a table when at least so many rows had been deleted, which PostgreSQL tells after a while. */
  const deletedRows = (client: pg.Client, table: string, atLeast: number) =>
    eventually(async () => {
      const counts = await readSoFar(client, table);
      return counts.deleted >= atLeast && counts;
    }, PATIENCE);

  for (const service of services)
    test(`${service}: each purge ends after ${MISSED_DAYS} missed days, and one of ${DUE_ROWS} rows reads few others`, async (t) => {
      const [{ jobs, tables }, client, now] = [purges[service], clientOf(service), new Date()];
      for (const each of tables) await fill(client, each, { now, missedDays: MISSED_DAYS });
      const before: Awaited<ReturnType<typeof count>>[] = [];
      for (const each of tables) before.push(await count(client, each, now));
      await run(service, jobs);
      for (const [index, each] of tables.entries()) {
        const { due, kept } = before[index]!;
        t.diagnostic(`${each.table}: ${due} of ${each.rows} rows were due`);
        assert.ok(due > DUE_ROWS && kept > DUE_ROWS, `${each.table}: ${due} due, ${kept} kept`);
        assert.deepEqual(await count(client, each, now), { due: 0, kept }, each.table);
      }

      for (const { table } of tables) await client.query(`analyze ${table}`);
      for (const each of tables) await age(client, each, DUE_ROWS, now);
      const earlier: Awaited<ReturnType<typeof readSoFar>>[] = [];
      for (const [index, { table }] of tables.entries()) earlier.push(await deletedRows(client, table, before[index]!.due));
      await run(service, jobs);
      for (const [index, { table, rows }] of tables.entries()) {
        const { read, deleted } = earlier[index]!;
        const later = await deletedRows(client, table, deleted + DUE_ROWS);
        t.diagnostic(`${table}: ${later.read - read} rows read to delete ${later.deleted - deleted}`);
        assert.ok(later.read - read < MOST_READ * rows, `${table}: ${later.read - read} rows read`);
      }
      const durations = /^job_duration_seconds_sum\{.*job="(\w+)",result="done"\} (.*)$/gm;
      for (const [, job, seconds] of (await metricsOf(service)).matchAll(durations))
        t.diagnostic(`${job}, both times: ${Number(seconds).toFixed(1)} s`);
    });

  test('the log in PostgreSQL: expired and superseded messages go after as many missed days', async (t) => {
    const [client, now] = [clientOf('messaging'), new Date()];
    const facts: Filled = {
      ...{ table: 'log', rows: 1_000_000, kept: 30, time: 'appended_at' },
      values: { topic: `'rehearsal.facts'`, position: 'n', key: 'n', value: `'{}'` },
    };
    const keys = 50_000;
    const states: Filled = { ...facts, rows: 250_000, values: { ...facts.values, topic: `'rehearsal.state'`, key: `n % ${keys}` } };
    for (const each of [facts, states]) await fill(client, each, { now, missedDays: MISSED_DAYS });
    await client.query(`insert into topic values ('rehearsal.facts', ${facts.rows}), ('rehearsal.state', ${states.rows})`);
    const pool = new pg.Pool({ connectionString: system.databases.messaging.url, max: 1, query_timeout: 30_000 });
    try {
      for (const run of ['after a cycle', 'again']) {
        const startedAtMs = performance.now();
        const removed = await removeExpired(pool);
        t.diagnostic(`${run}: ${removed} messages in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);
      }
      const { rows } = await client.query<{ topic: string; count: number; oldest: number }>(
        `select topic, count(*)::int as count, (extract(epoch from now() - min(appended_at)) / 86400)::int as oldest
         from log where topic like 'rehearsal.%' group by topic order by topic`,
      );
      assert.ok(rows[0]!.oldest <= facts.kept!);
      assert.equal(rows[1]!.count, keys);
    } finally {
      await pool.end();
    }
  });

  test(`${QUEUED_JOBS} queued jobs: a scrape reads at most 10,000 of them, and finds what other jobs wait`, async (t) => {
    const client = clientOf('ordering');
    await client.query(
      `insert into job (name, run_at) select 'rehearsal', now() - n * interval '1 second' from generate_series(1, ${QUEUED_JOBS}) as n`,
    );
    await client.query(`insert into job (name, run_at) values ('rehearsal_later', now() - interval '10 seconds')`);
    await client.query('analyze job');
    const startedAtMs = performance.now();
    for (let scrape = 0; scrape < SCRAPES; scrape++) {
      const text = await metricsOf('ordering');
      for (const [job, due] of Object.entries({ rehearsal: 10_000, rehearsal_later: 1 }))
        assert.match(text, new RegExp(`^jobs_due\\{job="${job}",.*\\} ${due}$`, 'm'));
      assert.ok(Number(/^job_oldest_seconds\{job="rehearsal",.*\} (.*)$/m.exec(text)![1]) > QUEUED_JOBS);
      assert.ok(Number(/^job_oldest_seconds\{job="rehearsal_later",.*\} (.*)$/m.exec(text)![1]) >= 10);
    }
    t.diagnostic(`a scrape: ${((performance.now() - startedAtMs) / SCRAPES).toFixed(0)} ms`);
    await client.query('begin');
    const query = async <Row>({ text, values }: { text: string; values: readonly unknown[] }) =>
      (await client.query(text, [...values])).rows as Row[];
    await readBacklog({ query }, new Date());
    const { rows } = await client.query<{ read: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'job'`,
    );
    await client.query('rollback');
    t.diagnostic(`${rows[0]!.read} jobs read for a scrape`);
    assert.ok(rows[0]!.read < 11_000);
  });

  test('while a queue cannot be read, its metrics keep what was read last', async () => {
    const names = /^(jobs_\w+|job_oldest_seconds|dead_letters|webhook_deliver\w+)\{.*$/gm;
    for (const service of ['ordering', 'notifications'] as const) {
      const client = clientOf(service);
      const named = (text: string) => [...text.matchAll(names)].map(([line]) => line.split(' ')[0]);
      const before = named(await metricsOf(service));
      await client.query('begin');
      await client.query(`lock table job, dead_letter${service === 'notifications' ? ', delivery' : ''} in access exclusive mode`);
      const during = await metricsOf(service);
      await client.query('rollback');
      assert.deepEqual(named(during), before);
      assert.doesNotMatch(during, /NaN/);
    }
  });
});
