import { raw, sql, type Database, type Transaction } from '@partner-ordering/data';
import { NIL_GID } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../../generated/events.ts';

/** An event, by its organization's gid and its position. */
export interface EventPlace {
  organization: string;
  position: string;
}

/** Maximum number of events in a transaction. */
const STEP = 2_000;

type Shown = Pick<FollowedStates['user'], 'firstname' | 'lastname' | 'email'>;

/** Replaces the personal data of an erased user in kept events, in steps, by what identity shows. Ids and positions stay. */
export async function eraseFromEvents(database: Database, user: string, signal: AbortSignal): Promise<void> {
  const shown = (await readState(database, 'user', user))?.state as FollowedStates['user'] | null | undefined;
  if (!shown?.is_erased) return;
  let after: EventPlace | undefined = { organization: NIL_GID, position: '0' };
  while (after) {
    const from: EventPlace = after;
    after = await database.transactional((tx) => eraseStep(tx, from, { user, shown }));
    signal.throwIfAborted();
  }
}

/** Returns the event to go on behind. Locks events before it reads them: another user in them may be erased at the same time. */
async function eraseStep(
  tx: Transaction,
  after: EventPlace,
  { user, shown }: { user: string; shown: Shown },
): Promise<EventPlace | undefined> {
  const isBehind = sql`(organization_gid, position) > (${after.organization}, ${after.position})`;
  const [last] = await tx.query<EventPlace>(sql`
    select organization_gid as organization, position from event where ${isBehind}
    order by organization_gid, position offset ${STEP - 1} limit 1`);
  const isInStep = last ? sql`(organization_gid, position) <= (${last.organization}, ${last.position})` : raw('true');
  const naming = await tx.query<EventPlace & { body: string }>(sql`
    select organization_gid as organization, position, body from event where ${isBehind} and ${isInStep} and strpos(body, ${user}) > 0
    order by organization_gid, position for no key update`);
  for (const { organization, position, body } of naming) {
    const erased = withoutUser(body, user, shown);
    if (erased !== undefined)
      await tx.query(sql`update event set body = ${erased} where organization_gid = ${organization} and position = ${position}`);
  }
  await forgetAnswers(tx, naming);
  return last;
}

/** Deletes receivers' answers to events that name an erased user: they may repeat what was sent. Includes those of deleted webhooks. */
async function forgetAnswers(tx: Transaction, events: readonly EventPlace[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(sql`
    update delivery_attempt a set answer_headers = null, answer_body = null
    from unnest(${events.map(({ organization }) => organization)}::uuid[], ${events.map(({ position }) => position)}::bigint[])
      as e (organization_gid, position) join delivery d using (organization_gid, position)
    where a.delivery_gid = d.gid and a.answer_headers is not null`);
}

/** Fields of a person that become null. */
const emptied = ['avatar', 'phone', 'mobile_phone', 'pending_email', 'last_seen'];

/** An object with a gid and one of these fields shows a person. */
const telling = ['firstname', 'lastname', 'email', ...emptied];

/** Erases users who are erased already from JSON texts: a late fact may show the time before. */
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

/** Shows a user as erased in a JSON text; undefined if it has none of their data. */
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
