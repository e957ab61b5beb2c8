import type { Queryable } from '@partner-ordering/data';

/** An event as a service has put it into its outbox. */
export interface RecordedEvent {
  topic: string;
  event: { type: string; subject: string; dataversion?: number; data: unknown; traceparent?: string; source: string };
}

/**
 * Records a copy of every event in the outbox from now on, since the relay deletes them. Returns a function that reads the copies, oldest
 * first. A later call on the same database does not return earlier events.
 */
export async function recordOutbox(database: Queryable): Promise<() => Promise<RecordedEvent[]>> {
  const statements = [
    'create table if not exists recorded_event (id bigint, topic text, event jsonb)',
    `create or replace function record_event() returns trigger language plpgsql as $$
      begin insert into recorded_event values (new.id, new.topic, new.event); return new; end $$`,
    'create or replace trigger record_event after insert on outbox for each row execute function record_event()',
  ];
  for (const text of statements) await database.query({ text, values: [] });
  const [last] = await database.query<{ id: string }>({ text: 'select coalesce(max(id), 0) as id from recorded_event', values: [] });
  return () => database.query({ text: 'select topic, event from recorded_event where id > $1 order by id', values: [last!.id] });
}
