import { REQUEST_LIMIT_MS, within, type Ask as AskNeighbour } from '@partner-ordering/neighbours';

/** Asks another service under its `/internal`: GET, or POST when there is a body. Throws `unavailable` unless the answer is 2xx. */
export type Ask = <Answer>(service: string, path: string, body?: object) => Promise<Answer>;

/** Calls between services by path. */
export const serviceCalls =
  (ask: AskNeighbour): Ask =>
  async <Answer>(service: string, path: string, body?: object): Promise<Answer> => {
    const operation = { method: body === undefined ? ('GET' as const) : ('POST' as const), path, isIdempotent: true };
    return (await ask({ service, operationId: path, operation, input: body ?? {} }, within(REQUEST_LIMIT_MS))) as Answer;
  };

/** What an operation has to ask another service before it can go on. It is thrown, so that no transaction waits for the answer. */
export class Question extends Error {
  readonly service: string;
  readonly path: string;
  readonly body: object | undefined;

  constructor(service: string, path: string, body?: object) {
    super(`${service} has to be asked ${path}`);
    this.service = service;
    this.path = path;
    this.body = body;
  }

  get key(): string {
    return `${this.service} ${this.path} ${JSON.stringify(this.body)}`;
  }
}

/** The answers so far, by `Question.key`. */
export type Answers = ReadonlyMap<string, unknown>;

/** An operation's `ask`: returns the answer if there is one already, else stops the operation by throwing the question. */
export const askingLater =
  (answers: Answers): Ask =>
  async <Answer>(service: string, path: string, body?: object): Promise<Answer> => {
    const question = new Question(service, path, body);
    if (!answers.has(question.key)) throw question;
    return answers.get(question.key) as Answer;
  };
