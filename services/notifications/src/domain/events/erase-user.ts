import { raw, sql, type Database, type Transaction } from '@partner-ordering/data';
import { NIL_GID } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../../generated/events.ts';

/** An event, by its organization's gid and its position. */
export interface EventPlace {
  organization: string;
  position: string;
}

/** So many events are looked at in one transaction. */
const LOOKED_AT = 2_000;

type OnNaming = (tx: Transaction, events: readonly EventPlace[]) => Promise<void>;

type Shown = Pick<FollowedStates['user'], 'firstname' | 'lastname' | 'email'>;

/**
 * Takes what tells who a user was out of kept events, in steps: there stands what identity shows of an erased user. The events stay, with
 * their ids and positions. @param onNaming is part of the transactions, with the events that name the user
 */
export async function eraseFromEvents(
  database: Database,
  user: string,
  { onNaming, signal }: { onNaming: OnNaming; signal: AbortSignal },
): Promise<void> {
  const shown = (await readState(database, 'user', user))?.state as FollowedStates['user'] | null | undefined;
  if (!shown?.is_erased) return;
  let after: EventPlace | undefined = { organization: NIL_GID, position: '0' };
  while (after) {
    const from: EventPlace = after;
    after = await database.transactional((tx) => eraseStep(tx, from, { user, shown, onNaming }));
    signal.throwIfAborted();
  }
}

/** Returns the event to go on behind. Events are read when they are locked: somebody else whom they show may be erased at the same time. */
async function eraseStep(
  tx: Transaction,
  after: EventPlace,
  { user, shown, onNaming }: { user: string; shown: Shown; onNaming: OnNaming },
): Promise<EventPlace | undefined> {
  const isBehind = sql`(organization_gid, position) > (${after.organization}, ${after.position})`;
  const [last] = await tx.query<EventPlace>(sql`
    select organization_gid as organization, position from event where ${isBehind}
    order by organization_gid, position offset ${LOOKED_AT - 1} limit 1`);
  const isInStep = last ? sql`(organization_gid, position) <= (${last.organization}, ${last.position})` : raw('true');
  const naming = await tx.query<EventPlace & { body: string }>(sql`
    select organization_gid as organization, position, body from event where ${isBehind} and ${isInStep} and strpos(body, ${user}) > 0
    order by organization_gid, position for no key update`);
  for (const { organization, position, body } of naming) {
    const erased = withoutUser(body, user, shown);
    if (erased !== undefined)
      await tx.query(sql`update event set body = ${erased} where organization_gid = ${organization} and position = ${position}`);
  }
  await onNaming(tx, naming);
  return last;
}

/** Fields of a person that stay empty, wherever an event shows them. */
const emptied = ['avatar', 'phone', 'mobile_phone', 'pending_email', 'last_seen'];

/** Fields that tell who somebody is; what has a gid and none of them is only named. */
const telling = ['firstname', 'lastname', 'email', ...emptied];

/** JSON texts in which whoever is erased already is shown so: they may tell of before, and come after the erasure of what is kept. */
export async function withoutErased(tx: Transaction, texts: readonly string[]): Promise<string[]> {
  const people = new Set<string>();
  for (const text of texts)
    JSON.parse(text, (_, value: unknown) => {
      const { gid } = (value ?? {}) as { gid?: unknown };
      if (typeof gid === 'string' && telling.some((field) => field in (value as object))) people.add(gid);
      return value;
    });
  const erased = await tx.query<{ gid: string; state: FollowedStates['user'] }>(sql`
    select key as gid, state from shared_state where type = 'user' and key = any(${[...people]}) and state->'is_erased' = 'true'`);
  return texts.map((text) => erased.reduce((left, { gid, state }) => withoutUser(left, gid, state) ?? left, text));
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
