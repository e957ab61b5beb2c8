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
  readonly #given = new Map<string, { answer: unknown } | { error: unknown }>();

  /** The answer, or throws what asking threw; without either, ends this run of the operation. */
  of<Answer>(question: string, ask: () => Promise<Answer>): Answer {
    const given = this.#given.get(question);
    if (!given) throw new Unanswered(question, ask);
    if ('error' in given) throw given.error;
    return given.answer as Answer;
  }

  /** Runs `attempt` until it lacks no answer. Throws what asking throws. */
  async during<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        await this.#ask(error);
      }
    }
  }

  async #ask({ question, ask }: Unanswered): Promise<void> {
    try {
      this.#given.set(question, { answer: await ask() });
    } catch (error) {
      this.#given.set(question, { error });
      throw error;
    }
  }
}
