import { asksForStream, MAX_WAITING_ANSWERS } from '@partner-ordering/http';
import type { Exchange } from '../exchange/exchange.ts';

/** Whether the answer of a route that `waits` is a stream of events, or begins with the next event. */
export const asksForEvents = ({ request, query }: Pick<Exchange, 'request' | 'query'>): boolean =>
  asksForStream(request.headers) || asksToWait(query);

/** @param query of a route that `waits` */
export const asksToWait = (query: string): boolean => new URLSearchParams(query).has('wait');

/** The answers that wait, in this instance. They are no requests in flight: they take long because nothing happens. */
export class WaitingAnswers {
  readonly #ends = new Set<() => void>();

  /** False when there are as many as may be, of all clients. */
  get hasRoom(): boolean {
    return this.#ends.size < MAX_WAITING_ANSWERS;
  }

  /** @param end ends the answer. Returns what to call when it has ended. */
  add(end: () => void): () => void {
    this.#ends.add(end);
    return () => void this.#ends.delete(end);
  }

  /** Ends all of them: a client goes on at another instance. */
  drain(): void {
    for (const end of this.#ends) end();
  }
}
