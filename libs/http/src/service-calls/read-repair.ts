import { Failure, type StateKey, stateName, PossiblyStale } from '@partner-ordering/kernel';
import type { Principals } from '@partner-ordering/auth';
import type { Cause } from '@partner-ordering/service-client';
import type { Owners } from './owners.ts';

/** Names of the states whose owners were asked during a request. */
export type RepairedStates = ReadonlySet<string>;

/** What a request can ask besides its own database, and what causes it to ask. */
interface Repair {
  owners: Owners;
  principals: Pick<Principals, 'forget'>;
  cause: Cause;
}

/** If a refusal names more states than this, the owners are not asked and it stands. */
const MAX_QUESTIONS = 100;

/**
 * Runs `attempt`. If it throws a refusal that rests on replicas, their owners are asked and it runs again; once all of them were
 * asked, the refusal stands.
 * @param maxAgeMs how old an earlier answer of an owner may be
 */
export async function withReadRepair<T>(
  { owners, principals, cause }: Repair,
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

/** Marks a 403 or 404 as possibly stale: it rests on the replicas of these states, above all on the caller's memberships. */
export async function possiblyStale<T>(states: readonly StateKey[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDoubtful = error instanceof Failure && (error.kind === 'notFound' || error.kind === 'forbidden');
    throw isDoubtful ? new PossiblyStale(states, error) : error;
  }
}
