import { openDatabase } from '@partner-ordering/data';
import type { Database, Transaction } from '@partner-ordering/data';
import { testDatabase } from '@partner-ordering/testing';
import { createEvent, stateEventType } from './envelope.ts';
import type { CloudEvent } from './envelope.ts';
import type { Log } from './log.ts';
import { messagingMigrations } from './migrations.ts';
import type { Message } from './transport.ts';

/** What the tests of this package share: a service's database with a table of effects, and events to cause them. */
export interface TestService {
  database: Database;
  url: string;
  /** The numbers that `noteEffect` wrote, in that order. */
  effects(group?: string): Promise<number[]>;
  /** What stands in `shared_state`, by key. */
  states(): Promise<{ key: string; version: number; state: unknown }[]>;
  drop(): Promise<void>;
}

export const open = (url: string): Promise<Database> =>
  openDatabase({ url, entities: [], migrations: messagingMigrations, poolSize: 6, applicationName: 'messaging test' });

export async function testService(): Promise<TestService> {
  const created = await testDatabase('messaging_service', async (url) => {
    const database = await open(url);
    await database.migrate();
    await database.pool.query('create table effect (id serial primary key, consumer_group text not null, number int not null)');
    await database.close();
  });
  const database = await open(created.url);
  database.pool.on('error', () => undefined);
  return {
    database,
    url: created.url,
    async effects(group = 'orders') {
      const { rows } = await database.pool.query<{ number: number }>('select number from effect where consumer_group = $1 order by id', [
        group,
      ]);
      return rows.map((row) => row.number);
    },
    async states() {
      const { rows } = await database.pool.query<{ key: string; version: number; state: unknown }>(
        'select key, version::int, state from shared_state order by key',
      );
      return rows;
    },
    async drop() {
      await database.close();
      await created.drop();
    },
  };
}

/** A handler that writes the event's number; not idempotent, so that handling twice shows. */
export const noteEffect =
  (group = 'orders') =>
  async ({ data }: CloudEvent<{ number: number }>, tx: Transaction): Promise<void> => {
    await tx.query({ text: 'insert into effect (consumer_group, number) values ($1, $2)', values: [group, data.number] });
  };

/** The fact `thing.counted` with a number. */
export function counted(number: number, key = 'a'): Message {
  const event = createEvent({ type: 'thing.counted', key, data: { number } }, { service: 'things', now: new Date() });
  return { key: event.subject, value: JSON.stringify(event) };
}

/** A version of the state of a thing. */
export function stateOf(key: string, version: number, data: unknown): Message {
  const event = createEvent({ type: stateEventType('thing'), key, data }, { service: 'things', now: new Date() });
  return { key: event.subject, value: JSON.stringify({ ...event, dataversion: version }) };
}

/** `[from, …, to]` */
export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

export interface RecordingLog extends Log {
  readonly messages: string[];
}

export function recordingLog(): RecordingLog {
  const messages: string[] = [];
  const write = (details: { err?: unknown }, message: string): void =>
    void messages.push(details.err ? `${message}: ${String(details.err)}` : message);
  return { messages, debug: () => undefined, info: write, warn: write, error: write };
}
