import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@partner-ordering/kernel';
import pg from 'pg';
import type { Clones } from './databases.ts';
import { isOverKafka } from './test-system.ts';

/** What a service holds of others' states. */
interface Follower {
  service: string;
  states: { owner: string; type: string; fields: string[] }[];
}

const documents = join(import.meta.dirname, '../../openapi');
const { followers } = (await import(join(documents, 'events.ts'))) as { followers(folder: string): Follower[] };

/** All services that hold any, as the event documents say. */
export const followed = followers(join(documents, 'events'));

/**
 * Selects all states of a type, each with its version and the given fields; null stands for its whole content. Several services own
 * attachments, and their keys say which.
 */
export const statesOf = (type: string, fields: readonly string[] | null, owner: string) => ({
  text: `select key, version, case when $2::text[] is null or state is null then state
           else (select jsonb_object_agg(field, state -> field) from unnest($2::text[]) as field where state ? field) end as content
         from shared_state where type = $1 and (type <> 'attachment' or split_part(key, '/', 2) = $3) order by key`,
  values: [type, fields, owner],
});

/** Where a standalone that runs has its databases. */
export function standaloneDatabases(dataDir: string): Record<keyof Clones, { url: string }> {
  const { passwords } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { passwords: Record<string, string> };
  const port = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3];
  const urlOf = (name: string): string => `postgres://${name}:${passwords[name]}@127.0.0.1:${port}/${name}`;
  return Object.fromEntries([...serviceNames, 'messaging'].map((name) => [name, { url: urlOf(name) }])) as Record<
    keyof Clones,
    { url: string }
  >;
}

/** Looks into the databases of all services at once. */
export interface Books {
  /** Rows of one service's database. */
  rows<Row extends object>(name: keyof Clones, text: string, values?: unknown[]): Promise<Row[]>;
  /** Throws unless every event has arrived everywhere, none was rejected, and replicas equal what their owners say. */
  assertReplicated(): Promise<void>;
  /** Throws unless every published order is booked once, at its price, and every account is the sum of its bookings. */
  assertBooked(): Promise<void>;
  /** Throws unless the history of every project leads, step by step, to what the project is. */
  assertHistories(): Promise<void>;
  /** Throws unless every finished project has one receipt, no other project has any, and the numbers of each series have no gap. */
  assertReceipts(): Promise<void>;
  close(): Promise<void>;
}

/** See `Books`. */
export function openBooks(databases: Record<keyof Clones, { url: string }>): Books {
  const pools = Object.fromEntries(
    Object.entries(databases).map(([name, { url }]) => [name, new pg.Pool({ connectionString: url, max: 1 })]),
  ) as Record<keyof Clones, pg.Pool>;
  const rows = async <Row extends object>(name: keyof Clones, text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pools[name].query<Row>(text, values)).rows;

  const gids = async (name: keyof Clones, text: string): Promise<string[]> =>
    (await rows<{ gid: string }>(name, text)).map(({ gid }) => gid);

  /** A checksum over `statesOf`. */
  const checksum = (name: keyof Clones, type: string, fields: readonly string[] | null, owner: string) => {
    const { text, values } = statesOf(type, fields, owner);
    return rows(name, `select count(*)::int as count, md5(string_agg(known::text, ',' order by key)) as sum from (${text}) known`, values);
  };

  return {
    rows,
    assertReplicated: async () => {
      for (const name of serviceNames)
        assert.deepEqual(await rows(name, 'select topic, count(*)::int from outbox group by topic'), [], name);
      if (!isOverKafka()) assert.deepEqual(await rows('messaging', `select * from log where topic like '%.dlq'`), []);
      for (const { service, states } of followed)
        for (const { owner, type, fields } of states)
          assert.deepEqual(
            await checksum(service as keyof Clones, type, null, owner),
            await checksum(owner as keyof Clones, type, fields, owner),
            `${service} follows ${owner}: ${type}`,
          );
    },
    assertBooked: async () => {
      const unequal = `
        select project.gid, project.state, project.status, project.price_minor, booking.amount_minor
        from project full join (select * from budget_booking where released_at is null) booking on booking.project_gid = project.gid
        where (project.state = 'published' and project.status <> 'canceled') is distinct from (booking.project_gid is not null)
          or booking.amount_minor <> project.price_minor`;
      assert.deepEqual(await rows('ordering', unequal), []);
      const wrongSums = `
        select account.*, booked.sum
        from budget_account account full join (
          select user_gid, organization_gid, month, currency, sum(amount_minor) as sum
          from budget_booking where released_at is null group by user_gid, organization_gid, month, currency
        ) booked using (user_gid, organization_gid, month, currency)
        where coalesce(account.booked_minor, 0) <> coalesce(booked.sum, 0)`;
      assert.deepEqual(await rows('ordering', wrongSums), []);
    },
    assertHistories: async () => {
      const broken = `
        with step as (
          select *, lag(to_state) over steps as came_from, lead(gid) over steps is null as is_last
          from project_transition window steps as (partition by project_gid order by gid))
        select project.gid, project.state, project.status, step.command, step.from_state, step.came_from, step.to_state, step.to_status
        from project full join step on step.project_gid = project.gid
        where project.gid is null or step.gid is null or step.from_state is distinct from step.came_from
          or (step.is_last and (step.to_state, step.to_status) <> (project.state, project.status))`;
      assert.deepEqual(await rows('ordering', broken), []);
    },
    assertReceipts: async () => {
      // Not compared as lists: the difference of thousands takes gigabytes to tell.
      const finished = await gids('ordering', `select gid from project where status in ('finished', 'paid')`);
      const receipts = await gids('billing', 'select project_gid as gid from receipt');
      assert.deepEqual(without(finished, receipts), [], 'without a receipt');
      assert.deepEqual(without(receipts, finished), [], 'not finished');
      assert.equal(receipts.length, finished.length);
      const series = await rows<{ numbers: number[] }>(
        'billing',
        `select array_agg(right(number, 6)::int order by number) as numbers from receipt group by left(number, -6)`,
      );
      for (const { numbers } of series) {
        assert.deepEqual(
          numbers,
          numbers.map((_, index) => index + 1),
        );
      }
    },
    close: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end()))),
  };
}

/** Ten of those that the others lack. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return all.filter((one) => !known.has(one)).slice(0, 10);
}
