import { instancesOf, type Instances, type ServiceTokens } from '@partner-ordering/auth';
import { unavailable } from '@partner-ordering/kernel';

/** Asks another service under its `/internal`: GET, or POST when there is a body. Throws `unavailable` unless the answer is 2xx. */
export type Ask = <Answer>(service: string, path: string, body?: object) => Promise<Answer>;

const TIMEOUT_MS = 5_000;

/** Calls between services, with service tokens. */
export function serviceCalls({ urls, tokens }: { urls: Readonly<Record<string, readonly string[]>>; tokens: ServiceTokens }): Ask {
  const known: Record<string, Instances> = {};
  return async <Answer>(service: string, path: string, body?: object): Promise<Answer> => {
    try {
      const response = await (known[service] ??= instancesOf(urls[service] ?? []))(path, {
        headers: { authorization: `Bearer ${await tokens.issue(service)}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      if (response.ok) return (await response.json()) as Answer;
      throw new Error(`${service} answered ${response.status} to ${path}: ${(await response.text()).slice(0, 500)}`);
    } catch (error) {
      throw unavailable(error);
    }
  };
}

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
