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

/** An event that names a user, by the gid. */
export interface NamingEvent {
  id: string;
  organization: string;
  day: string;
}

/** So many events are looked at in one transaction. */
const LOOKED_AT = 2_000;

type Shown = Pick<FollowedStates['user'], 'firstname' | 'lastname' | 'email'>;

/**
 * Takes what tells who a user was out of kept events, a step at a time: there stands what identity shows of an erased user. The events
 * stay, with their ids and positions. Returns those of them that name the user, and the next step. The first one looks at what has arrived
 * and is not taken in, too.
 */
export async function eraseFromEvents(
  tx: Transaction,
  step: ErasureStep,
): Promise<{ naming: NamingEvent[]; next: ErasureStep | undefined }> {
  const { user, organization = NIL_GID, position = 0 } = step;
  const shown = (await readState(tx, 'user', user))?.state as FollowedStates['user'] | null | undefined;
  if (!shown?.is_erased) return { naming: [], next: undefined };
  if (step.day === undefined) await eraseArrived(tx, user, shown);
  const days = await partitionDays(tx);
  const day = step.day ?? days[0];
  if (day === undefined) return { naming: [], next: undefined };
  // One day after the other, since the index of a partition is by organization and position.
  const rows = await tx.query<Place & { isNaming: boolean }>(sql`
    select organization_gid as organization, position, strpos(body, ${user}) > 0 as "isNaming"
    from event where day = ${day} and (organization_gid, position) > (${organization}, ${position})
    order by organization_gid, position limit ${LOOKED_AT}`);
  const places = rows.filter(({ isNaming }) => isNaming);
  const naming = places.length === 0 ? [] : await eraseAt(tx, places, { day, user, shown });
  const last = rows.length < LOOKED_AT ? undefined : rows.at(-1);
  if (last) return { naming, next: { user, day, organization: last.organization, position: Number(last.position) } };
  const following = days.find((each) => each > day);
  return { naming, next: following === undefined ? undefined : { user, day: following } };
}

interface Place {
  organization: string;
  position: string;
}

/** Events are locked before they are read: somebody else whom they show may be erased at the same time. */
async function eraseAt(
  tx: Transaction,
  places: readonly Place[],
  { day, user, shown }: { day: string; user: string; shown: Shown },
): Promise<NamingEvent[]> {
  const rows = await tx.query<Place & { id: string; body: string }>(sql`
    select e.organization_gid as organization, e.position, e.id, e.body
    from unnest(${places.map(({ organization }) => organization)}::uuid[], ${places.map(({ position }) => position)}::bigint[]) as p (organization_gid, position)
      join event e using (organization_gid, position)
    where e.day = ${day} order by e.organization_gid, e.position for no key update of e`);
  for (const { organization, position, body } of rows) {
    const erased = withoutUser(body, user, shown);
    if (erased === undefined) continue;
    await tx.query(sql`
      update event set body = ${erased} where day = ${day} and organization_gid = ${organization} and position = ${position}`);
  }
  return rows.map(({ id, organization }) => ({ id, organization, day }));
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

/** Fields that tell who somebody is; what has a gid and none of them is only named. */
const telling = ['firstname', 'lastname', 'email', ...emptied];

/** JSON text in which whoever is erased already is shown so: it may tell of before, and come after the erasure of what is kept. */
export async function withoutErased(tx: Transaction, text: string): Promise<string> {
  const people = new Set<string>();
  JSON.parse(text, (_, value: unknown) => {
    const { gid } = (value ?? {}) as { gid?: unknown };
    if (typeof gid === 'string' && telling.some((field) => field in (value as object))) people.add(gid);
    return value;
  });
  if (people.size === 0) return text;
  const erased = await tx.query<{ gid: string; state: FollowedStates['user'] }>(sql`
    select key as gid, state from shared_state where type = 'user' and key = any(${[...people]}) and state->'is_erased' = 'true'`);
  return erased.reduce((left, { gid, state }) => withoutUser(left, gid, state) ?? left, text);
}

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
