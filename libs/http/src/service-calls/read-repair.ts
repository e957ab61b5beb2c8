import { Failure, type StateKey, stateName, PossiblyStale } from '@partner-ordering/kernel';
import type { Principals } from '@partner-ordering/auth';
import type { Cause } from '@partner-ordering/service-client';
import type { Owners } from './owners.ts';

/** Names of the states whose owners this request has asked. */
export type RepairedStates = ReadonlySet<string>;

/** A refusal that rests on more states stands. */
const MAX_QUESTIONS = 100;

/** Asks owners after a refusal that rests on replicas, unless they answered within `maxAgeMs`, and runs `attempt` again. */
export async function withReadRepair<T>(
  { owners, principals, cause }: { owners: Owners; principals: Pick<Principals, 'forget'>; cause: Cause },
  attempt: (asked: RepairedStates) => Promise<T>,
  maxAgeMs = 0,
): Promise<T> {
  const asked = new Set<string>();
  for (;;) {
    try {
      return await attempt(asked);
    } catch (error) {
      if (!(error instanceof PossiblyStale)) throw error;
      const open = error.keys.filter((state) => owners.knows(state.type) && !asked.has(stateName(state)));
      if (open.length === 0 || open.length > MAX_QUESTIONS) throw error.refusal;
      await owners.repair(open, cause, maxAgeMs);
      for (const state of open) {
        asked.add(stateName(state));
        if (state.type === 'principal') principals.forget(state.key);
      }
    }
  }
}

/** Marks a 403 or 404 as possibly stale: it rests on replicas of these states. */
export async function possiblyStale<T>(states: readonly StateKey[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDoubtful = error instanceof Failure && (error.kind === 'notFound' || error.kind === 'forbidden');
    throw isDoubtful ? new PossiblyStale(states, error) : error;
  }
}
