import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterRunning } from '@partner-ordering/kernel';
import { buildConnector, Pool, type Dispatcher } from 'undici';

/** Some 300 choices of a pod in half a minute, which leave none without its share; in a busy pool few requests wait for a connection. */
const END_EVERY_MS = 100;
/** Only every fourth request of a quiet pool waits for a connection, which takes about a millisecond. */
const LEAST_REQUESTS = 4;

/**
 * Connections to an address that may stand for several pods. Kubernetes chooses the pod of a connection, not of a request; an added pod
 * gets none while all stay in use. So one of them, most likely the busiest, ends after its answer, at most every 100 ms.
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
    // Says `Connection: close`: undici sends nothing else on the connection, and both sides close it after the answer.
    return super.dispatch({ ...options, reset: true }, handler);
  }
}

/** Opens connections, TLS included, that time out when this process has run for `timeoutMs`. undici's own timer may be a second late. */
export function connectorWithTimeout(timeoutMs: number, lookup: LookupFunction = rememberingLookup()): buildConnector.connector {
  // buildConnector returns the socket at once, which its types do not say.
  const connect = buildConnector({ timeout: 0, allowH2: false, lookup }) as unknown as (
    ...args: Parameters<buildConnector.connector>
  ) => Socket;
  return (options, callback) => {
    const socket = connect(options, (...outcome) => {
      stop();
      callback(...outcome);
    });
    const stop = afterRunning(timeoutMs, () => socket.destroy(new Error(`No connection within ${timeoutMs} ms`)));
  };
}

const ASK_AGAIN_MS = 5_000;
const OLD_MS = 60_000;

/**
 * Node's look-up of names for connections that open often. What was found is used at once, its addresses in turn, and looked up beside
 * it every 5 s at most, so that slow or silent name servers hold up few connections. When nobody has looked it up for a minute, it is
 * used only if that fails.
 */
export function rememberingLookup(ask: LookupFunction = lookup, nowMs = () => performance.now()): LookupFunction {
  const known = new Map<string, { found: [addresses: string | LookupAddress[], family?: number | undefined]; askedAtMs: number }>();
  return (hostname, options, callback) => {
    const before = known.get(hostname);
    const ageMs = before ? nowMs() - before.askedAtMs : Infinity;
    const useKnown = (): void => {
      const [addresses] = before!.found;
      if (typeof addresses !== 'string') addresses.push(addresses.shift()!);
      callback(null, ...before!.found);
    };
    if (ageMs < OLD_MS) useKnown();
    if (ageMs < ASK_AGAIN_MS) return;
    // One question at a time: slow name servers would be asked more and more.
    if (before) before.askedAtMs = Infinity;
    ask(hostname, options, (error, ...found) => {
      if (!error) known.set(hostname, { found, askedAtMs: nowMs() });
      else if (before) before.askedAtMs = nowMs();
      if (ageMs < OLD_MS) return;
      if (error && before) useKnown();
      else callback(error, ...found);
    });
  };
}
