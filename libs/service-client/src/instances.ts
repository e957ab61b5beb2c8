import { afterRunning } from '@partner-ordering/kernel';
import { AnswerHandler, NoAnswerError, type Answer } from './answer.ts';
import { connectorWithTimeout, RenewingPool } from './renewing-pool.ts';

/** A request to one of a service's instances, and which failures leave it to the next one. */
export interface InstanceRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** How long all instances together may take for the answer, not counting time in which this process stands still. */
  limitMs: number;
  /** Whether the request may reach two instances; otherwise it goes to the next one only if nothing was sent to the first. */
  isRepeatable?: boolean;
  /** Whether 404 is an answer. Otherwise the instance, of the version before, does not know the operation. */
  mayBeAbsent?: boolean;
}

/** Sends a request to one of a service's instances. Throws a `NoAnswerError` when none answers. */
export type Instances = (path: string, request: InstanceRequest) => Promise<Answer>;

const poolOptions = {
  // Finding out whether a server has HTTP/2 would hold up all calls until the first handshake ends.
  allowH2: false,
  // An instance that ends closes what is still idle after 5 s; see `IDLE_GRACE_MS`.
  keepAliveMaxTimeout: 3_000,
  // `limitMs` ends a request.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Short, so that there is time for another one: packets to a node that has died vanish.
  connect: connectorWithTimeout(500),
};

/** The instances of a service, by base URL. When one fails, this request and the following ones go to the next. */
export function instancesOf(urls: readonly string[]): Instances {
  const pools = urls.map((url) => new RenewingPool(new URL(url).origin, poolOptions));
  let preferred = 0;
  return async (path, { isRepeatable = true, mayBeAbsent = true, limitMs, ...request }) => {
    let handler = new AnswerHandler();
    let isLate = false;
    const stop = afterRunning(limitMs, () => {
      isLate = true;
      handler.cancel(`no answer within ${limitMs} ms`);
    });
    try {
      let at = preferred;
      for (let left = pools.length - 1; ; left--) {
        pools[at]!.dispatch({ path, ...request }, handler);
        const outcome = await handler.answer.catch((error: NoAnswerError) => error);
        const step = stepAfter(outcome, isRepeatable, mayBeAbsent);
        const next = (at + 1) % pools.length;
        // Requests that fail side by side leave an instance once; otherwise the second would lead the others back to it.
        if (step !== 'done' && preferred === at) preferred = next;
        if (step !== 'next' || left === 0 || isLate) {
          if (outcome instanceof NoAnswerError) throw outcome;
          return outcome;
        }
        at = next;
        handler = new AnswerHandler();
      }
    } finally {
      stop();
    }
  };
}

/** What follows: nothing, as the service has answered; the next instance, as this one failed; or nothing, though it failed (`failed`). */
function stepAfter(outcome: Answer | NoAnswerError, isRepeatable: boolean, mayBeAbsent: boolean): 'done' | 'next' | 'failed' {
  if (outcome instanceof NoAnswerError) return isRepeatable || !outcome.wasSent ? 'next' : 'failed';
  if (outcome.status === 503) return isRepeatable ? 'next' : 'failed';
  return outcome.status === 404 && !mayBeAbsent ? 'next' : 'done';
}
