import { Failure, type StateKey, stateName, PossiblyStale } from '@partner-ordering/kernel';
import type { Principals } from '@partner-ordering/auth';
import { Question, type Answers, type Ask } from './calls.ts';
import type { Owners } from './owners.ts';

/** Names of the states that the owners were asked for in the course of a request. */
export type RepairedStates = ReadonlySet<string>;

/** Whom a request asks besides its own database. */
interface Neighbours {
  owners: Owners;
  principals: Pick<Principals, 'forget'>;
  ask: Ask;
}

/** A refusal that names more states than this is not worth asking for; it stands. */
const MAX_QUESTIONS = 100;

/**
 * Runs `attempt`; a refusal that rests on replicas makes it run again after the owners were asked. It stands once all
 * that it rests on is confirmed. A question to another service is asked, and `attempt` runs again with the answer. `maxAgeMs` says how long an earlier confirmation is good enough.
 */
export async function withReadRepair<T>(
  { owners, principals, ask }: Neighbours,
  attempt: (asked: RepairedStates, answers: Answers) => Promise<T>,
  maxAgeMs = 0,
): Promise<T> {
  const asked = new Set<string>();
  const answers = new Map<string, unknown>();
  for (;;) {
    try {
      return await attempt(asked, answers);
    } catch (error) {
      if (error instanceof Question && answers.size < MAX_QUESTIONS) {
        answers.set(error.key, await ask(error.service, error.path, error.body));
        continue;
      }
      if (!(error instanceof PossiblyStale)) throw error;
      const open = error.keys.filter((state) => owners.knows(state.type) && !asked.has(stateName(state)));
      if (open.length === 0 || open.length > MAX_QUESTIONS) throw error.refusal;
      await owners.repair(open, maxAgeMs);
      for (const state of open) {
        asked.add(stateName(state));
        if (state.type === 'principal') principals.forget(state.key);
      }
    }
  }
}

/** A 403 or 404 rests on what the replicas say of these states, the caller's memberships above all; it is confirmed first. */
export async function possiblyStale<T>(states: readonly StateKey[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDoubtful = error instanceof Failure && (error.kind === 'notFound' || error.kind === 'forbidden');
    throw isDoubtful ? new PossiblyStale(states, error) : error;
  }
}
