/** Rolls back a transaction that lacks the answer of another service. */
class Unanswered extends Error {
  readonly question: string;
  readonly ask: () => Promise<unknown>;

  constructor(question: string, ask: () => Promise<unknown>) {
    super(`${question} was not asked yet`);
    this.question = question;
    this.ask = ask;
  }
}

/**
 * The answers of other services to a write. An operation finds its questions inside its transaction, which must not wait: it is rolled
 * back, the question is asked, and the operation runs again with the answer.
 */
export class Answers {
  readonly #given = new Map<string, unknown>();

  /** The answer; without one, ends this run of the operation. */
  of<Answer>(question: string, ask: () => Promise<Answer>): Answer {
    if (!this.#given.has(question)) throw new Unanswered(question, ask);
    return this.#given.get(question) as Answer;
  }

  /** Runs `attempt` until it lacks no answer. */
  async during<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        this.#given.set(error.question, await error.ask());
      }
    }
  }
}
