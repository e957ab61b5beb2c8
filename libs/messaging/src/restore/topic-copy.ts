import type pg from 'pg';
import { isStateEvent } from '../transport/envelope.ts';
import type { Transport } from '../transport/transport.ts';
import { readMessage, stateIn } from '../inbox/reading.ts';
import type { SharedState } from '../replicas/shared-state.ts';

/**
 * Copies the newest state of each aggregate of these types from a service's state topic into the temporary table `published`: a topic may
 * hold more than fits into memory. What is no state event is left out.
 */
export async function copyTopic(
  session: pg.Client,
  transport: Pick<Transport, 'read'>,
  topic: string,
  types: readonly string[],
): Promise<void> {
  await session.query(
    'create temporary table published (type text, key text, version bigint not null, state jsonb, primary key (type, key))',
  );
  await transport.read(topic, async (batch) => {
    const events = batch.flatMap((message) => readMessage(message).event ?? []);
    const states = events.filter(isStateEvent).map(stateIn);
    await keepNewest(
      session,
      states.filter(({ type }) => types.includes(type)),
    );
  });
  await session.query('analyze published');
}

async function keepNewest(session: pg.Client, states: readonly SharedState[]): Promise<void> {
  await session.query({
    text: `
      insert into published as known (type, key, version, state)
      select distinct on (type, key) type, key, version, state
      from unnest($1::text[], $2::text[], $3::bigint[], $4::jsonb[]) as found (type, key, version, state)
      order by type, key, version desc
      on conflict (type, key) do update set version = excluded.version, state = excluded.state
      where known.version < excluded.version`,
    values: [
      states.map(({ type }) => type),
      states.map(({ key }) => key),
      states.map(({ version }) => version),
      states.map(({ state }) => (state === null ? null : JSON.stringify(state))),
    ],
  });
}
