import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { LimiterFactory } from './rate-limits.ts';

/** Where several instances count together. */
export interface LimitStore {
  limiterOf: LimiterFactory;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;
/** How long a request waits for the store before it is counted in memory. */
const ANSWER_TIMEOUT_MS = 200;
/** A connection is given up when nothing moves on it for so long; a ping keeps it moving. */
const SILENCE_TIMEOUT_MS = 2_000;
const PING_MS = 1_000;
/** Commands that wait for the store's answer. Requests beyond them are counted in memory. */
const MOST_WAITING = 10_000;

/**
 * Counts in a Redis-compatible store (`redis://` or `rediss://`). While it is down each instance counts for itself, in memory, and no
 * request is refused for it. The start does not wait for it either.
 */
export async function openLimitStore(url: string, logger: Logger): Promise<LimitStore> {
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
  const redis = { storeClient, useRedisPackage: true, rejectIfRedisNotReady: true };
  let isDown = false;
  const failed = (error: unknown): void => {
    if (!isDown) logger.warn({ err: error }, 'The store of the limits does not answer: this instance counts for itself');
    isDown = true;
  };
  const answered = (): void => {
    if (isDown) logger.warn({}, 'The store of the limits answers again');
    isDown = false;
  };
  // A store that lets us in may still refuse to count, by its rights or as a replica.
  const probe = new RateLimiterRedis({ ...redis, keyPrefix: 'partner-ordering:probe', points: 1, duration: 1 });
  storeClient.on('error', failed).on('ready', () => void probe.penalty('probe').then(answered, failed));
  // It tries again by itself; what went wrong was told as an error.
  storeClient.connect().catch(() => undefined);
  return {
    limiterOf({ keyPrefix, points, duration }) {
      const options = { keyPrefix: `partner-ordering:${keyPrefix}`, points, duration };
      return new RLWrapperTimeouts({
        limiter: new RateLimiterRedis({ ...redis, ...options, inMemoryBlockOnConsumed: points }),
        timeoutMs: ANSWER_TIMEOUT_MS,
        insuranceLimiter: new RateLimiterMemory(options),
      });
    },
    close() {
      storeClient.off('error', failed).on('error', () => undefined);
      if (storeClient.isOpen) storeClient.destroy();
    },
  };
}
