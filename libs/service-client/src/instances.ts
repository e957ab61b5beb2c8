import { afterRunning } from '@partner-ordering/kernel';
import { Pool } from 'undici';
import { AnswerHandler, NoAnswerError, type Answer } from './answer.ts';

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
};

/** The instances of a service, by base URL. When one fails, this request and the following ones go to the next. */
export function instancesOf(urls: readonly string[]): Instances {
  const pools = urls.map((url) => new Pool(new URL(url).origin, poolOptions));
  let turn = 0;
  return async (path, { isRepeatable = true, mayBeAbsent = true, limitMs, ...request }) => {
    const first = turn;
    let handler: AnswerHandler | undefined;
    let isLate = false;
    const stop = afterRunning(limitMs, () => {
      isLate = true;
      handler?.cancel(`no answer within ${limitMs} ms`);
    });
    try {
      for (let attempt = first; ; attempt++) {
        handler = new AnswerHandler();
        pools[attempt % pools.length]!.dispatch({ path, ...request }, handler);
        const answer = await handler.answer.catch((error: NoAnswerError) => error);
        const isLost = answer instanceof NoAnswerError;
        const isUnknown = !isLost && answer.status === 404 && !mayBeAbsent;
        if (!isLost && answer.status !== 503 && !isUnknown) return answer;
        // Requests that fail side by side leave an instance once; otherwise the second would lead the others back to it.
        turn = Math.max(turn, attempt + 1);
        const mayReachTwo = isRepeatable || isUnknown || (isLost && !answer.wasSent);
        if (!isLate && mayReachTwo && attempt - first < pools.length - 1) continue;
        if (isLost) throw answer;
        return answer;
      }
    } finally {
      stop();
    }
  };
}
