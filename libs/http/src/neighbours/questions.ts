import { asFunctions, type Ask, type Cause, type NeighbourOperations, type Question } from '@partner-ordering/neighbours';
import type { Request } from 'express';

/** What causes the calls of a request: its deadline, trace and id. */
export const causeOf = ({ deadlineMs, headers, id }: Request): Cause => ({
  deadlineMs,
  traceparent: headers['traceparent'] as string | undefined,
  requestId: id,
});

/** How a service reaches those that it may ask. */
export interface Calls {
  readonly ask: Ask;
  /** The operations that it may call. */
  readonly callable: NeighbourOperations;
}

/** The operations of other services, called at once. */
export const askingNow = ({ ask, callable }: Calls, cause: Cause): object => asFunctions(callable, (question) => ask(question, cause));

/** What an operation has to ask another service before it can go on. It is thrown, so that no transaction waits for the answer. */
export class OpenQuestion extends Error {
  readonly question: Question;
  readonly key: string;

  constructor(question: Question, key: string) {
    super(`${key} has to be asked`);
    this.question = question;
    this.key = key;
  }
}

/** The answers so far, by `OpenQuestion.key`. */
export type Answers = ReadonlyMap<string, unknown>;

/** The operations of other services in a transaction: a call returns the answer if there is one already, else it throws the question. */
export const askingLater = ({ callable }: Calls, answers: Answers): object =>
  asFunctions(callable, async (question) => {
    const key = `${question.service} ${question.operationId} ${JSON.stringify(question.input)}`;
    if (!answers.has(key)) throw new OpenQuestion(question, key);
    return answers.get(key);
  });
