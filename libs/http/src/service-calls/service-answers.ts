import { DomainRefusal, Refusal, type StateKey, stateName } from '@partner-ordering/kernel';
import type { Principals } from '@partner-ordering/auth';
import type { Cause } from '@partner-ordering/service-client';
import type { Owners } from './owners.ts';

/** The end of an attempt at an operation. `ask`: it lacks an answer of another service, and runs again after `ask`. */
type Attempt<Answer> = { kind: 'done'; answer: Answer } | { kind: 'ask'; ask: () => Promise<void> };

/** Ends an attempt that lacks an answer. */
class MissingAnswer extends Error {
  readonly ask: () => Promise<void>;

  constructor(question: string, ask: () => Promise<void>) {
    super(`${question} was not asked yet`);
    this.ask = ask;
  }
}

interface AnswerSources {
  owners: Owners;
  principals: Pick<Principals, 'forget'>;
}

/** Repeated reads of what is hidden ask its owner at most once a second. */
export const OWNER_ANSWER_AGE_MS = 1000;

/** A refusal that rests on more states stands. */
const MAX_STATES = 100;

/**
 * The answers of other services to one request. An operation finds out what to ask inside its transaction, which must not wait: the
 * transaction is rolled back, the question is asked, and the operation runs again with the answer.
 */
export class ServiceAnswers {
  readonly #answers = new Map<string, unknown>();
  readonly #fresh = new Set<string>();
  readonly #sources: AnswerSources;
  readonly #cause: Cause;
  readonly #maxAgeMs: number;

  /** `maxAgeMs`: how old the answer of a state's owner may be. */
  constructor(sources: AnswerSources, cause: Cause, maxAgeMs = 0) {
    this.#sources = sources;
    this.#cause = cause;
    this.#maxAgeMs = maxAgeMs;
  }

  /** The answer; without one, ends this attempt. */
  getOrRunAgain<Answer>(question: string, ask: () => Promise<Answer>): Answer {
    if (!this.#answers.has(question)) throw new MissingAnswer(question, async () => void this.#answers.set(question, await ask()));
    return this.#answers.get(question) as Answer;
  }

  /** Whether the owner of a state was asked for it. */
  isFresh(state: StateKey): boolean {
    return this.#fresh.has(stateName(state));
  }

  /** Runs `work` once. `cause` limits what is asked. */
  async runOnce<Answer>(work: () => Promise<Answer>, cause = this.#cause): Promise<Attempt<Answer>> {
    try {
      return { kind: 'done', answer: await work() };
    } catch (error) {
      return { kind: 'ask', ask: this.#askFor(error, cause) };
    }
  }

  /** Runs `work` until it lacks no answer. */
  async runUntilAnswered<Answer>(work: () => Promise<Answer>, cause = this.#cause): Promise<Answer> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        await this.#askFor(error, cause)();
      }
    }
  }

  /** Asks what the attempt lacks: an answer, or the owners of the states that its refusal rests on. Throws other errors. */
  #askFor(error: unknown, cause: Cause): () => Promise<void> {
    if (error instanceof MissingAnswer) return error.ask;
    const states = error instanceof Refusal ? error.restsOn : [];
    const open = states.filter((state) => this.#sources.owners.knows(state.type) && !this.isFresh(state));
    if (open.length === 0 || open.length > MAX_STATES) throw error;
    return () => this.#refresh(open, cause);
  }

  async #refresh(states: readonly StateKey[], cause: Cause): Promise<void> {
    const { owners, principals } = this.#sources;
    await owners.repair(states, cause, this.#maxAgeMs);
    for (const state of states) {
      this.#fresh.add(stateName(state));
      if (state.type === 'principal') principals.forget(state.key);
    }
  }
}

/** A 403 or 404 of `work` rests on these states, unless it says on which it does. */
export async function withReadRepair<T>(states: readonly StateKey[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw repairableError(states, error);
  }
}

/** The error; a 403 or 404 rests on these states, unless it says on which it does. */
export function repairableError(states: readonly StateKey[], error: unknown): unknown {
  const isOpen = error instanceof DomainRefusal && (error.kind === 'notFound' || error.kind === 'forbidden') && error.restsOn.length === 0;
  return isOpen ? error.restingOn(states) : error;
}
