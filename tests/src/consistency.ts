import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serviceNames } from '@partner-ordering/kernel';
import pg from 'pg';
import type { Clones } from './databases.ts';
import { isOverKafka } from './test-system.ts';

/** A service, with the states of other services that it follows. */
interface Follower {
  service: string;
  states: { owner: string; type: string; fields: string[] }[];
}

const root = join(import.meta.dirname, '../..');
const { followers } = (await import(join(root, 'openapi/tools/follows.ts'))) as { followers(): Follower[] };

interface IntegrityModule {
  integrityChecks: Record<string, string>;
}
/** The rules that a service checks each night, as queries for what breaks them. */
const rulesOf = async (service: string): Promise<Record<string, string>> =>
  ((await import(join(root, `services/${service}/src/domain/integrity-checks.ts`))) as IntegrityModule).integrityChecks;
const rules = { ordering: await rulesOf('ordering'), billing: await rulesOf('billing') };

/** All services that hold any, as the event documents say. */
export const followed = followers();

/** Selects all states of a type with the given fields (null: all). Several services own attachments; the keys say which. */
const statesOf = (type: string, fields: readonly string[] | null, owner: string) => ({
  text: `select key, version, case when $2::text[] is null or state is null then state
           else (select jsonb_object_agg(field, state -> field) from unnest($2::text[]) as field where state ? field) end as content
         from shared_state where type = $1 and (type <> 'attachment' or split_part(key, '/', 2) = $3) order by key`,
  values: [type, fields, owner],
});

/** Looks into the databases of all services at once. */
export interface ConsistencyChecks {
  /** Rows of one service's database. */
  rows<Row extends object>(name: keyof Clones, text: string, values?: unknown[]): Promise<Row[]>;
  /** Throws unless every event has arrived everywhere, none was rejected, and replicas equal what their owners say. */
  assertReplicated(): Promise<void>;
  /** Throws unless every published order is booked once, at its price, and every account is the sum of its bookings. */
  assertBooked(): Promise<void>;
  /** Throws unless the history of every project leads, step by step, to what the project is. */
  assertHistories(): Promise<void>;
  /** Throws unless every finished project has one receipt, no other project has any, and the integrity checks of billing hold. */
  assertReceipts(): Promise<void>;
  close(): Promise<void>;
}

/** See `ConsistencyChecks`. */
export function openConsistencyChecks(databases: Record<keyof Clones, { url: string }>): ConsistencyChecks {
  const open = (connectionString: string) =>
    // An idle connection may be lost; the next query makes another.
    new pg.Pool({ connectionString, max: 1, application_name: 'checks' }).on('error', () => undefined);
  const pools = Object.fromEntries(Object.entries(databases).map(([name, { url }]) => [name, open(url)])) as Record<keyof Clones, pg.Pool>;
  const rows = async <Row extends object>(name: keyof Clones, text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pools[name].query<Row>(text, values)).rows;

  const gids = async (name: keyof Clones, text: string): Promise<string[]> =>
    (await rows<{ gid: string }>(name, text)).map(({ gid }) => gid);

  /** A checksum over `statesOf`. */
  const checksum = (name: keyof Clones, type: string, fields: readonly string[] | null, owner: string) => {
    const { text, values } = statesOf(type, fields, owner);
    return rows(name, `select count(*)::int as count, md5(string_agg(known::text, ',' order by key)) as sum from (${text}) known`, values);
  };

  /** By the rules that the service itself checks each night. */
  const assertKept = async (service: keyof typeof rules, names: string[]): Promise<void> => {
    for (const name of names) assert.deepEqual(await rows(service, `${rules[service][name]} limit 10`), [], `${service}: ${name}`);
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
    assertBooked: () => assertKept('ordering', ['bookings', 'budgets']),
    assertHistories: () => assertKept('ordering', ['histories']),
    assertReceipts: async () => {
      // Not compared as lists: the difference of thousands takes gigabytes to tell.
      const finished = await gids('ordering', `select gid from project where status in ('finished', 'paid')`);
      const receipts = await gids('billing', 'select project_gid as gid from receipt');
      assert.deepEqual(missingFrom(finished, receipts), [], 'without a receipt');
      assert.deepEqual(missingFrom(receipts, finished), [], 'not finished');
      assert.equal(receipts.length, finished.length);
      await assertKept('billing', Object.keys(rules.billing));
    },
    close: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end()))),
  };
}

/** Ten of those that the others lack. */
function missingFrom(all: readonly string[], others: readonly string[]): string[] {
  const knownValues = new Set(others);
  return all.filter((one) => !knownValues.has(one)).slice(0, 10);
}
