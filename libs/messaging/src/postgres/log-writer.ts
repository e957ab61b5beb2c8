import type pg from 'pg';
import type { Message } from '../transport/transport.ts';

/** Adds messages to a topic, in one statement. The lock on the topic's row makes others wait: positions have no gaps. */
export async function appendToLog(log: pg.Pool, topic: string, messages: readonly Message[]): Promise<void> {
  await log.query({
    name: 'append-to-log',
    text: `
      with allotted as (
        insert into topic (name, last_position) values ($1::text, $2::bigint)
        on conflict (name) do update set last_position = topic.last_position + excluded.last_position
        returning last_position - $2 as previous
      )
      insert into log (topic, position, key, value)
      select $1, previous + ordinal, key, value
      from allotted, unnest($3::text[], $4::text[]) with ordinality as message (key, value, ordinal)`,
    values: [topic, messages.length, messages.map(({ key }) => key), messages.map(({ value }) => value)],
  });
}
