import type pg from 'pg';
import { FencedError } from '../transport/transport.ts';
import type { Message } from '../transport/transport.ts';

/** Which writer of a source: a fencing token that the messaging database gives out, so that no other database can set it back. */
export interface WriterEpoch {
  source: string;
  /** From 1, one more with every writer. */
  epoch: string;
}

/** Gives out the next epoch of a source. Waits for appends that are under way; afterwards none with an older epoch succeeds. */
export async function nextEpoch(log: pg.Pool, source: string): Promise<WriterEpoch> {
  const { rows } = await log.query<{ epoch: string }>({
    text: `insert into writer (source, epoch) values ($1, 1)
           on conflict (source) do update set epoch = writer.epoch + 1 returning epoch`,
    values: [source],
  });
  return { source, epoch: rows[0]!.epoch };
}

/**
 * Adds messages to a topic, in one statement. The lock on the writer's row makes the next epoch wait until they are committed.
 * @throws FencedError
 */
export async function appendToLog(
  log: pg.Pool,
  { source, epoch }: WriterEpoch,
  topic: string,
  messages: readonly Message[],
): Promise<void> {
  const { rowCount } = await log.query({
    name: 'append-to-log',
    text: `
      with newest as (
        select from writer where source = $5 and epoch = $6 for share
      ), allotted as (
        insert into topic (name, last_position) select $1::text, $2::bigint from newest
        on conflict (name) do update set last_position = topic.last_position + excluded.last_position
        returning last_position - $2 as previous
      )
      insert into log (topic, position, key, value)
      select $1, previous + ordinal, key, value
      from allotted, unnest($3::text[], $4::text[]) with ordinality as message (key, value, ordinal)`,
    values: [topic, messages.length, messages.map(({ key }) => key), messages.map(({ value }) => value), source, epoch],
  });
  if (rowCount === 0) throw new FencedError(source);
}
