import type * as Redis from '@redis/client';
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
/** How often it is seen whether the store still counts, and how long that may take. */
const PROBE_MS = 2_000;
const PROBE_TIMEOUT_MS = 1_000;
/** A connection is given up when nothing moves on it for so long. */
const SILENCE_TIMEOUT_MS = 5_000;
/** Commands that wait for the store's answer. Requests beyond them are counted in memory. */
const MOST_WAITING = 10_000;

/**
 * Counts in a Redis-compatible store (`redis://` or `rediss://`). While it is down each instance counts for itself, in memory, and no
 * request is refused for it. The start does not wait for it either.
 */
export async function openLimitStore(url: string, logger: Logger): Promise<LimitStore> {
  // Loaded only where it is used.
  const redis = await import('@redis/client');
  const client = openClient(url, redis);
  return {
    close: watch(client, logger, redis),
    limiterOf({ keyPrefix, points, duration }) {
      const options = { keyPrefix: `partner-ordering:${keyPrefix}`, points, duration };
      return new RLWrapperTimeouts({
        limiter: new RateLimiterRedis({ ...over(client), ...options, inMemoryBlockOnConsumed: points }),
        timeoutMs: ANSWER_TIMEOUT_MS,
        insuranceLimiter: new RateLimiterMemory(options),
      });
    },
  };
}

const openClient = (url: string, { createClient }: typeof Redis) =>
  createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      reconnectStrategy: (attempts) => Math.min(50 * 2 ** attempts, LONGEST_PAUSE_MS),
    },
  });

type Client = ReturnType<typeof openClient>;

const over = (storeClient: Client) => ({ storeClient, useRedisPackage: true, rejectIfRedisNotReady: true });

/** Connects, and tells the log once when the store counts no more, and once when it counts again. Returns what ends the connection. */
function watch(client: Client, logger: Logger, { ErrorReply }: typeof Redis): () => void {
  const limiter = new RateLimiterRedis({ ...over(client), keyPrefix: 'partner-ordering:probe', points: 1, duration: 1 });
  const probe = new RLWrapperTimeouts({ limiter, timeoutMs: PROBE_TIMEOUT_MS });
  let isDown = false;
  const failed = (error: unknown): void => {
    if (!isDown) logger.warn({ err: error }, 'The store of the limits does not answer: this instance counts for itself');
    isDown = true;
  };
  // It tries again by itself; what went wrong was told as an error.
  const connect = (): unknown => client.connect().catch(() => undefined);
  const look = async (): Promise<void> => {
    if (!client.isReady) return;
    try {
      await probe.penalty('probe');
      if (isDown) logger.warn({}, 'The store of the limits answers again');
      isDown = false;
    } catch (error) {
      if (!client.isOpen) return;
      failed(error);
      // It refuses to count, by its rights or as a replica; or it hangs, which the socket does not see while requests are written.
      if (error instanceof ErrorReply || !client.isReady) return;
      client.destroy();
      connect();
    }
  };
  client.on('error', failed).on('ready', () => void look());
  const timer = setInterval(() => void look(), PROBE_MS).unref();
  connect();
  return () => {
    clearInterval(timer);
    client.off('error', failed).on('error', () => undefined);
    if (client.isOpen) client.destroy();
  };
}
