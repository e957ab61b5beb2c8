import { sql, type Transaction } from '@partner-ordering/data';
import { NIL_GID } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../../generated/events.ts';
import { partitionDays } from './partitions.ts';

/** How far a user's data are erased from the events that are kept: behind this event. */
export interface ErasureStep {
  user: string;
  day?: string;
  organization?: string;
  position?: number;
}

/** An event whose body was changed. */
export interface ChangedEvent {
  id: string;
  organization: string;
  day: string;
}

/** So many events are looked at in one transaction. */
const LOOKED_AT = 2_000;

type Shown = Pick<FollowedStates['user'], 'firstname' | 'lastname' | 'email'>;

/**
 * Takes what tells who a user was out of kept events, a step at a time: there stands what identity shows of an erased user. The events stay, with their ids and positions. Returns what was changed, and the next step.
 * The first one looks at what has arrived and is not taken in, too.
 */
export async function eraseFromEvents(
  tx: Transaction,
  step: ErasureStep,
): Promise<{ changed: ChangedEvent[]; next: ErasureStep | undefined }> {
  const { user, organization = NIL_GID, position = 0 } = step;
  const shown = (await readState(tx, 'user', user))?.state as FollowedStates['user'] | null | undefined;
  if (shown?.is_erased !== true) return { changed: [], next: undefined };
  if (step.day === undefined) await eraseArrived(tx, user, shown);
  const days = await partitionDays(tx, 'event');
  const day = step.day ?? days[0];
  if (day === undefined) return { changed: [], next: undefined };
  // One day after the other, since the index of a partition is by organization and position.
  const rows = await tx.query<{ organization: string; position: string; id: string; body: string | null }>(sql`
    select organization_gid as organization, position, id, case when strpos(body, ${user}) > 0 then body end as body
    from event where day = ${day} and (organization_gid, position) > (${organization}, ${position})
    order by organization_gid, position limit ${LOOKED_AT}`);
  const changed: ChangedEvent[] = [];
  for (const row of rows) {
    const body = row.body === null ? undefined : withoutUser(row.body, user, shown);
    if (body === undefined) continue;
    await tx.query(sql`
      update event set body = ${body} where day = ${day} and organization_gid = ${row.organization} and position = ${row.position}`);
    changed.push({ id: row.id, organization: row.organization, day });
  }
  const last = rows.length < LOOKED_AT ? undefined : rows.at(-1);
  if (last) return { changed, next: { user, day, organization: last.organization, position: Number(last.position) } };
  const following = days.find((each) => each > day);
  return { changed, next: following === undefined ? undefined : { user, day: following } };
}

/** What has arrived is soon taken in, as it stands here. */
async function eraseArrived(tx: Transaction, user: string, shown: Shown): Promise<void> {
  const rows = await tx.query<{ id: string; data: string }>(
    sql`select id, data from arrived_event where strpos(data, ${user}) > 0 order by id for update`,
  );
  for (const { id, data } of rows) {
    const erased = withoutUser(data, user, shown);
    if (erased !== undefined) await tx.query(sql`update arrived_event set data = ${erased} where id = ${id}`);
  }
}

/** Fields of a person that stay empty, wherever an event shows them. */
const emptied = ['avatar', 'phone', 'mobile_phone', 'pending_email', 'last_seen'];

/** JSON text in which a user is shown as erased; undefined where nothing tells who they were. */
export function withoutUser(text: string, user: string, { firstname, lastname, email }: Shown): string | undefined {
  let isChanged = false;
  const replace = (object: Record<string, unknown>, field: string, value: unknown): void => {
    if (!(field in object) || object[field] === value) return;
    object[field] = value;
    isChanged = true;
  };
  const parsed: unknown = JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || (value as { gid?: unknown }).gid !== user) return value;
    const person = value as Record<string, unknown>;
    for (const [field, given] of Object.entries({ firstname, lastname, email })) replace(person, field, given);
    for (const field of emptied) replace(person, field, null);
    return person;
  });
  return isChanged ? JSON.stringify(parsed) : undefined;
}
