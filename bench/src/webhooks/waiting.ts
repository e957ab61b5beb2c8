import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import { watchMemory } from '../hostile/memory.ts';
import type { Stand } from './stand.ts';

/** Memory of the notifications process while so many deliveries wait, in bytes. */
export interface WaitingFigures {
  waiting: number;
  /** About as long is the body of each. */
  bodyBytes: number;
  peak: number;
  average: number;
}

const WATCHED_MS = 20_000;
const MD5_LENGTH = 32;

/**
 * Lets so many deliveries be due, to receivers that all hang, and watches the process, which is to survive it. The partition of today must
 * be there.
 */
export async function measureWaiting(cluster: Cluster, stand: Stand, waiting: number, bodyBytes = 1_600): Promise<WaitingFigures> {
  await stand.hang(Array.from({ length: stand.size.organizations * stand.size.webhooks }, (_, index) => index));
  await cluster.connect('notifications', async (client) => {
    await client.query('truncate delivery_queue');
    await client.query(addWaiting, [
      Math.ceil(waiting / (stand.size.organizations * stand.size.webhooks)),
      Math.ceil(bodyBytes / MD5_LENGTH),
    ]);
    await client.query('analyze');
  });
  const memory = watchMemory(stand.service.pid);
  await delay(WATCHED_MS);
  const { main, mainOnAverage } = memory.peaks();
  memory.stop();
  return { waiting, bodyBytes, peak: main, average: mainOnAverage };
}

/** The same number of events for each organization, all of them for each of its webhooks. */
const addWaiting = `
  with added as (
    insert into event (day, organization_gid, position, id, type, occurred_at, project_gid, sequence, body)
    select (now() at time zone 'UTC')::date, c.organization_gid, c.position + n, gen_random_uuid(), 'project.updated', now(), null, null,
      '{"id":"' || gen_random_uuid() || '","data":"' || repeat(md5(n::text), $2::int) || '"}'
    from event_counter c cross join generate_series(1, $1::int) n returning *
  ), counted as (
    update event_counter set position = position + $1::int
  ), logged as (
    insert into delivery (day, gid, webhook_gid, organization_gid, position, event_id, event_type, occurred_at, created_at, modified_at, status)
    select a.day, gen_random_uuid(), w.gid, a.organization_gid, a.position, a.id, a.type, now(), now(), now(), 'waiting'
    from added a join webhook w using (organization_gid) returning *
  )
  insert into delivery_queue (webhook_gid, position, delivery_gid, day, organization_gid, event_id, due_at)
  select webhook_gid, position, gid, day, organization_gid, event_id, now() from logged`;
