import type { Queryable } from '@partner-ordering/data';

/** An event as a service has put it into its outbox. */
export interface KeptEvent {
  topic: string;
  event: { type: string; subject: string; dataversion?: number; data: unknown; traceparent?: string; source: string };
}

/**
 * Keeps a copy of every event in the outbox from now on, since the relay deletes them. Returns a function that reads the copies, oldest
 * first. A later call on the same database does not return earlier events.
 */
export async function keepOutbox(database: Queryable): Promise<() => Promise<KeptEvent[]>> {
  const keep = [
    'create table if not exists kept (id bigint, topic text, event jsonb)',
    `create or replace function keep() returns trigger language plpgsql as $$
      begin insert into kept values (new.id, new.topic, new.event); return new; end $$`,
    'create or replace trigger keep after insert on outbox for each row execute function keep()',
  ];
  for (const text of keep) await database.query({ text, values: [] });
  const [last] = await database.query<{ id: string }>({ text: 'select coalesce(max(id), 0) as id from kept', values: [] });
  return () => database.query({ text: 'select topic, event from kept where id > $1 order by id', values: [last!.id] });
}
