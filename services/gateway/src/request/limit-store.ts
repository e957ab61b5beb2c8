import type { Logger } from 'pino';
import { RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { CounterFactory } from './rate-limits.ts';

/** Nobody waits for the store, so it may take its time; then it counts as down. */
const ANSWER_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;
/** A connection is given up when nothing moves on it for so long. */
const SILENCE_TIMEOUT_MS = 5_000;
/** A ping keeps a quiet connection. */
const PING_MS = 2_000;
/** A store that is down is not asked for so long. */
const REST_MS = 5_000;
/** Commands that wait for the store's answer. Beyond it, it counts as down too. */
const MOST_WAITING = 10_000;

/** Counts in a Redis-compatible store. While it is down, each instance counts for itself. Neither requests nor the start wait for it. */
export async function openLimitStore(url: string, logger: Logger, nowMs: () => number) {
  // Loaded only where it is used.
  const { createClient } = await import('@redis/client');
  const storeClient = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      reconnectStrategy: (attempts) => Math.min(50 * 2 ** attempts, LONGEST_PAUSE_MS),
    },
  });
  let [skippedUntilMs, isDownLogged] = [Infinity, false];
  const markDown = (error: unknown): void => {
    if (!isDownLogged) logger.warn({ err: error }, 'The store of the limits does not answer: this instance counts for itself');
    [skippedUntilMs, isDownLogged] = [nowMs() + REST_MS, true];
  };
  const markUp = (): void => {
    if (isDownLogged) logger.warn({}, 'The store of the limits answers again');
    [skippedUntilMs, isDownLogged] = [0, false];
  };
  storeClient.on('error', markDown).on('ready', markUp);
  // It tries again by itself, and `markDown` gets the error.
  storeClient.connect().catch(() => undefined);
  const counterOf: CounterFactory = ({ keyPrefix, ...options }) => {
    const sharedOptions = { ...options, keyPrefix: `partner-ordering:${keyPrefix}`, storeClient, useRedisPackage: true };
    const limiter = new RLWrapperTimeouts({ limiter: new RateLimiterRedis(sharedOptions), timeoutMs: ANSWER_TIMEOUT_MS });
    return async (key, points) => {
      if (nowMs() < skippedUntilMs) return undefined;
      // It rejects with the state of a key that has nothing left, or with an error.
      const state = await limiter.consume(key, points).catch((error: unknown) => error);
      if (!(state instanceof RateLimiterRes)) return void markDown(state);
      // An answer may still come after a later question has timed out.
      if (nowMs() >= skippedUntilMs) markUp();
      return state;
    };
  };
  return {
    counterOf,
    close() {
      // Calls that the end breaks off are not logged.
      isDownLogged = true;
      if (storeClient.isOpen) storeClient.destroy();
    },
  };
}
