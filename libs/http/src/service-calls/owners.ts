import { setTimeout as delay } from 'node:timers/promises';
import { answering, deadlineIn, type Answering, type Cause } from '@partner-ordering/service-client';
import { isGid, type StateKey, stateName, unavailable } from '@partner-ordering/kernel';
import type { Database } from '@partner-ordering/data';
import { upsertStates } from '@partner-ordering/messaging';
import type { Calls } from './calls.ts';

/** The services that own states. */
export type OwningService = { [Name in keyof Answering]: Answering[Name] extends { getState: unknown } ? Name : never }[keyof Answering];

/** A service and the types of its states. */
export interface Owner {
  service: OwningService;
  types: readonly string[];
}

interface OwnersOptions extends Pick<Calls, 'ask'> {
  owners: readonly Owner[];
  database: Database;
  clock: () => Date;
}

/** Asks the owners of public states when a refusal rests on a replica that may be behind. */
export interface Owners {
  /** Whether another service owns the type. A service's own states are always up to date. */
  knows(type: string): boolean;
  /** Updates the states, except those asked for within `maxAgeMs`. Throws `unavailable` at the deadline of the cause at the latest. */
  repair(keys: readonly StateKey[], cause: Cause, maxAgeMs?: number): Promise<void>;
}

/** The time for the owner's answer, all attempts together. */
const OWNER_LIMIT_MS = 1500;
const NEGATIVE_AGE_MS = 1000;
const MAX_REMEMBERED = 10_000;

/** See `Owners`. Requests during a running question share one further question. */
export function owners({ owners: known, ask: askService, database, clock }: OwnersOptions): Owners {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const absent = new Map<string, number>();
  const asked = new Map<string, number>();

  async function ask(owner: Owner, state: StateKey, cause: Cause): Promise<void> {
    const askedAtMs = clock().getTime();
    const answer = await answering(askService, { ...cause, ...deadlineIn(OWNER_LIMIT_MS) })[owner.service].getState(state);
    asked.set(stateName(state), askedAtMs);
    if (answer) return upsertStates(database, [answer]);
    // Only the owner makes a gid, so a gid that does not exist now will never exist. Other keys may exist the next moment.
    if (isGid(state.key)) absent.set(stateName(state), clock().getTime());
  }

  function once(state: StateKey, cause: Cause, maxAgeMs: number): Promise<void> {
    const name = stateName(state);
    if (clock().getTime() - (asked.get(name) ?? 0) < maxAgeMs) return Promise.resolve();
    const owner = known.find(({ types }) => types.includes(state.type));
    if (!owner || clock().getTime() - (absent.get(name) ?? 0) < NEGATIVE_AGE_MS) return Promise.resolve();
    absent.delete(name);
    const earlier = running.get(name);
    if (!earlier) return askNow(name, owner, state, cause);
    // The answer to the running question may be older than this one.
    const answer = next.get(name) ?? earlier.catch(() => {}).then(() => (next.delete(name), askNow(name, owner, state, cause)));
    next.set(name, answer);
    return answer;
  }

  function askNow(name: string, owner: Owner, state: StateKey, cause: Cause): Promise<void> {
    const answer = ask(owner, state, cause).finally(() => running.delete(name));
    running.set(name, answer);
    return answer;
  }

  return {
    knows: (type) => known.some(({ types }) => types.includes(type)),
    repair: async (keys, cause, maxAgeMs = 0) => {
      for (const memory of [absent, asked]) if (memory.size > MAX_REMEMBERED) memory.clear();
      await inTime(Promise.all(keys.map((state) => once(state, cause, maxAgeMs))), cause);
    },
  };
}

/** Stops waiting at the deadline. The question goes on, since others may wait longer for it. */
async function inTime(answers: Promise<unknown>, { deadlineMs }: Cause): Promise<void> {
  const answered = new AbortController();
  const late = delay(Math.max(0, deadlineMs - performance.now()), undefined, { signal: answered.signal }).then(() => {
    throw unavailable(new Error('the owner did not answer before the deadline'));
  });
  await Promise.race([answers, late]).finally(() => answered.abort());
}
