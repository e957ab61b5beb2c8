import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { CounterFactory } from './windows.ts';

/** Where several instances count together. */
export interface LimitStore {
  counterOf: CounterFactory;
  close(): void;
}

/** Nobody waits for the store, so it may take its time; then it counts as down. */
const ANSWER_TIMEOUT_MS = 1_000;
/** How long a store that was down is left alone: the log has one line when it goes, and one when it is back. */
const REST_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;
/** A connection is given up when nothing moves on it for so long; a ping keeps it moving. */
const SILENCE_TIMEOUT_MS = 5_000;
const PING_MS = 2_000;
/** Commands that wait for the store's answer. Beyond it, it counts as down too. */
const MOST_WAITING = 10_000;

/** What counting in the store needs to know of it. */
interface Reach {
  isResting(): boolean;
  failed(error: unknown): void;
  answered(): void;
  /** From now on nothing of it is told. */
  end(): void;
}

/**
 * Counts in a Redis-compatible store (`redis://` or `rediss://`). While it is down each instance counts for itself, and no request is
 * refused or held up for it. The start does not wait for it either.
 */
export async function openLimitStore(url: string, logger: Logger, nowMs: () => number): Promise<LimitStore> {
  // Loaded only where it is used.
  const { createClient } = await import('@redis/client');
  const client = createClient({
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
  const reach = openReach(logger, nowMs);
  client.on('error', reach.failed).on('ready', reach.answered);
  // It tries again by itself; what went wrong was told as an error.
  client.connect().catch(() => undefined);
  return {
    counterOf(options) {
      const own = new RateLimiterMemory(options);
      const keyPrefix = `partner-ordering:${options.keyPrefix}`;
      const shared = new RateLimiterRedis({
        ...options,
        keyPrefix,
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      });
      return {
        async consume(key, points) {
          if (reach.isResting()) return own.consume(key, points);
          try {
            const state = await inTime(shared.consume(key, points));
            reach.answered();
            return state;
          } catch (error) {
            // The state of a key that has nothing left.
            if (error instanceof RateLimiterRes) throw error;
            reach.failed(error);
            return own.consume(key, points);
          }
        },
      };
    },
    close() {
      reach.end();
      if (client.isOpen) client.destroy();
    },
  };
}

function openReach(logger: Logger, nowMs: () => number): Reach {
  let isDown = false;
  let isEnded = false;
  // Until it is connected nothing is asked of it.
  let restUntilMs = nowMs() + REST_MS;
  return {
    isResting: () => nowMs() < restUntilMs,
    failed(error) {
      if (!isDown && !isEnded) logger.warn({ err: error }, 'The store of the limits does not answer: this instance counts for itself');
      isDown = true;
      restUntilMs = nowMs() + REST_MS;
    },
    answered() {
      if (isDown) logger.warn({}, 'The store of the limits answers again');
      isDown = false;
      restUntilMs = 0;
    },
    end: () => void (isEnded = true),
  };
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${ANSWER_TIMEOUT_MS} ms`)), ANSWER_TIMEOUT_MS).unref();
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
