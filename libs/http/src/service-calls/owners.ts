import { setTimeout as delay } from 'node:timers/promises';
import { allServices, deadlineIn, type AllServices, type Cause } from '@partner-ordering/service-client';
import { isGid, type StateKey, stateName, unavailable } from '@partner-ordering/kernel';
import type { Database } from '@partner-ordering/data';
import { upsertStates } from '@partner-ordering/messaging';
import type { Calls } from './calls.ts';

/** The services that own states. */
export type OwningService = {
  [Name in keyof AllServices]: AllServices[Name] extends { getState: unknown } ? Name : never;
}[keyof AllServices];

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
export function owners({ owners: allOwners, ask: askService, database, clock }: OwnersOptions): Owners {
  const runningQuestions = new Map<string, Promise<void>>();
  const nextQuestions = new Map<string, Promise<void>>();
  const absentAtMs = new Map<string, number>();
  const refreshedAtMs = new Map<string, number>();

  async function ask(owner: Owner, state: StateKey, cause: Cause): Promise<void> {
    const askedAtMs = clock().getTime();
    const answer = await allServices(askService, { ...cause, ...deadlineIn(OWNER_LIMIT_MS) })[owner.service].getState(state);
    refreshedAtMs.set(stateName(state), askedAtMs);
    if (answer) return upsertStates(database, [answer]);
    // Only the owner makes a gid, so a gid that does not exist now will never exist. Other keys may exist the next moment.
    if (isGid(state.key)) absentAtMs.set(stateName(state), clock().getTime());
  }

  function refresh(state: StateKey, cause: Cause, maxAgeMs: number): Promise<void> {
    const name = stateName(state);
    if (clock().getTime() - (refreshedAtMs.get(name) ?? 0) < maxAgeMs) return Promise.resolve();
    const owner = allOwners.find(({ types }) => types.includes(state.type));
    if (!owner || clock().getTime() - (absentAtMs.get(name) ?? 0) < NEGATIVE_AGE_MS) return Promise.resolve();
    absentAtMs.delete(name);
    const running = runningQuestions.get(name);
    if (!running) return startQuestion(name, owner, state, cause);
    // The answer to the running question may be older than this one.
    const answer =
      nextQuestions.get(name) ?? running.catch(() => {}).then(() => (nextQuestions.delete(name), startQuestion(name, owner, state, cause)));
    nextQuestions.set(name, answer);
    return answer;
  }

  function startQuestion(name: string, owner: Owner, state: StateKey, cause: Cause): Promise<void> {
    const answer = ask(owner, state, cause).finally(() => runningQuestions.delete(name));
    runningQuestions.set(name, answer);
    return answer;
  }

  return {
    knows: (type) => allOwners.some(({ types }) => types.includes(type)),
    repair: async (keys, cause, maxAgeMs = 0) => {
      for (const memory of [absentAtMs, refreshedAtMs]) if (memory.size > MAX_REMEMBERED) memory.clear();
      await withDeadline(Promise.all(keys.map((state) => refresh(state, cause, maxAgeMs))), cause);
    },
  };
}

/** Stops waiting at the deadline. The question goes on, since others may wait longer for it. */
async function withDeadline(answers: Promise<unknown>, { deadlineMs }: Cause): Promise<void> {
  const answered = new AbortController();
  const late = delay(Math.max(0, deadlineMs - performance.now()), undefined, { signal: answered.signal }).then(() => {
    throw unavailable(new Error('the owner did not answer before the deadline'));
  });
  await Promise.race([answers, late]).finally(() => answered.abort());
}
