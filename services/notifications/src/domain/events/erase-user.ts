import { raw, sql, type Database, type Transaction } from '@partner-ordering/data';
import { NIL_GID } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../../generated/events.ts';

/** An event, by its organization's gid and its position. */
export interface EventKey {
  organization: string;
  position: string;
}

/** Maximum number of events in a transaction. */
const ERASED_AT_ONCE = 2_000;

type ErasedUser = Pick<FollowedStates['user'], 'firstname' | 'lastname' | 'email'>;

/** Replaces the personal data of an erased user in kept events, in batches, by identity's state. Ids and positions stay. */
export async function eraseFromEvents(database: Database, user: string, signal: AbortSignal): Promise<void> {
  const erasedUser = (await readState(database, 'user', user))?.state as FollowedStates['user'] | null | undefined;
  if (!erasedUser?.is_erased) return;
  let after: EventKey | undefined = { organization: NIL_GID, position: '0' };
  while (after) {
    const from: EventKey = after;
    after = await database.transactional((tx) => eraseBatch(tx, from, { user, erasedUser }));
    signal.throwIfAborted();
  }
}

/** Returns the event to go on behind. Locks events before it reads them: another user in them may be erased at the same time. */
async function eraseBatch(
  tx: Transaction,
  after: EventKey,
  { user, erasedUser }: { user: string; erasedUser: ErasedUser },
): Promise<EventKey | undefined> {
  const isBehind = sql`(organization_gid, position) > (${after.organization}, ${after.position})`;
  const [last] = await tx.query<EventKey>(sql`
    select organization_gid as organization, position from event where ${isBehind}
    order by organization_gid, position offset ${ERASED_AT_ONCE - 1} limit 1`);
  const isInBatch = last ? sql`(organization_gid, position) <= (${last.organization}, ${last.position})` : raw('true');
  const events = await tx.query<EventKey & { body: string }>(sql`
    select organization_gid as organization, position, body from event where ${isBehind} and ${isInBatch} and strpos(body, ${user}) > 0
    order by organization_gid, position for no key update`);
  for (const { organization, position, body } of events) {
    const erasedBody = withoutUser(body, user, erasedUser);
    if (erasedBody !== undefined)
      await tx.query(sql`update event set body = ${erasedBody} where organization_gid = ${organization} and position = ${position}`);
  }
  await forgetAnswers(tx, events);
  return last;
}

/** Deletes receivers' answers to events that name an erased user: they may repeat what was sent. Includes those of deleted webhooks. */
async function forgetAnswers(tx: Transaction, events: readonly EventKey[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(sql`
    update delivery_attempt a set answer_headers = null, answer_body = null
    from unnest(${events.map(({ organization }) => organization)}::uuid[], ${events.map(({ position }) => position)}::bigint[])
      as e (organization_gid, position) join delivery d using (organization_gid, position)
    where a.delivery_gid = d.gid and a.answer_headers is not null`);
}

/** Fields of a person that become null. */
const clearedFields = ['avatar', 'phone', 'mobile_phone', 'pending_email', 'last_seen'];

/** An object with a gid and one of these fields shows a person. */
const personalFields = ['firstname', 'lastname', 'email', ...clearedFields];

/** Erases users who are erased already from JSON texts: a late fact may show the time before. */
export async function withoutErasedUsers(tx: Transaction, texts: readonly string[]): Promise<string[]> {
  const people = new Set<string>();
  // A reviver of `JSON.parse` would take three times as long.
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { gid } = value as { gid?: unknown };
    if (typeof gid === 'string' && personalFields.some((field) => field in value)) people.add(gid);
    Object.values(value).forEach(collect);
  };
  for (const text of texts) collect(JSON.parse(text));
  const erasedUsers = await tx.query<{ gid: string; state: FollowedStates['user'] }>(sql`
    select key as gid, state from shared_state where type = 'user' and key = any(${[...people]}) and state->'is_erased' = 'true'`);
  return texts.map((text) => erasedUsers.reduce((erasedText, { gid, state }) => withoutUser(erasedText, gid, state) ?? erasedText, text));
}

/** Shows a user as erased in a JSON text; undefined if it has none of their data. */
export function withoutUser(text: string, user: string, { firstname, lastname, email }: ErasedUser): string | undefined {
  let isChanged = false;
  const replace = (object: Record<string, unknown>, field: string, value: unknown): void => {
    if (!(field in object) || object[field] === value) return;
    object[field] = value;
    isChanged = true;
  };
  const parsed: unknown = JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || (value as { gid?: unknown }).gid !== user) return value;
    const person = value as Record<string, unknown>;
    for (const [field, replacement] of Object.entries({ firstname, lastname, email })) replace(person, field, replacement);
    for (const field of clearedFields) replace(person, field, null);
    return person;
  });
  return isChanged ? JSON.stringify(parsed) : undefined;
}
