import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Pool, type Dispatcher } from 'undici';

/** Some 300 choices of a pod in half a minute, which leave none without its share; in a busy pool few requests wait for a connection. */
const END_EVERY_MS = 100;
/** Only every fourth request of a quiet pool waits for a connection, which takes about a millisecond. */
const LEAST_REQUESTS = 4;

/**
 * Connections to an address that may stand for several pods. Kubernetes chooses the pod of a connection, not of a request; an added pod
 * gets none while all stay in use. So every 100 ms one of them ends after its answer, never two together, most likely the busiest.
 */
export class RenewingPool extends Pool {
  #nextEndMs = 0;
  #requests = 0;

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const nowMs = performance.now();
    this.#requests += 1;
    const isDue = nowMs >= this.#nextEndMs && this.#requests >= LEAST_REQUESTS;
    // A service may answer in the middle of a streamed body. A connection that closed then could take the answer with it.
    if (!isDue || options.body instanceof Readable) return super.dispatch(options, handler);
    this.#nextEndMs = nowMs + END_EVERY_MS;
    this.#requests = 0;
    // Says `Connection: close`: undici sends nothing else on the connection, and the service closes it after the answer.
    return super.dispatch({ ...options, reset: true }, handler);
  }
}

const ASK_AGAIN_MS = 5_000;

/**
 * Node's look-up of names for connections that open often. What was found is used at once and looked up again every 5 s beside it, so that
 * slow or silent name servers hold up no connection but the first.
 */
export function rememberingLookup(ask: LookupFunction = lookup, nowMs = () => performance.now()): LookupFunction {
  const known = new Map<string, { found: [address: string | LookupAddress[], family?: number | undefined]; askedAtMs: number }>();
  return (hostname, options, callback) => {
    const before = known.get(hostname);
    if (before) callback(null, ...before.found);
    if (before && nowMs() < before.askedAtMs + ASK_AGAIN_MS) return;
    // One question at a time: slow name servers would be asked more and more.
    if (before) before.askedAtMs = Infinity;
    ask(hostname, options, (error, ...found) => {
      if (!error) known.set(hostname, { found, askedAtMs: nowMs() });
      else if (before) before.askedAtMs = nowMs();
      if (!before) callback(error, ...found);
    });
  };
}
