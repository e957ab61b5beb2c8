import { createSlots, gatewayErrors, announcesBody, protocolErrors, type ErrorContent, type Slots } from '@partner-ordering/http';
import type { BatchConfig, LimitConfig } from '../config.ts';
import { isStreamed, isUpload } from '../exchange/body.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { OnTurn, EnterQueue } from '../upstream/proxy.ts';
import type { StreamSlot } from '../upstream/stream-slots.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { createBatchLimit, type BatchLimitOptions } from './batch-limit.ts';
import type { RateLimits } from './rate-limits.ts';

// Limits of concurrent requests: per connection, per address, per user.

/** A service has each organization wait for connections that it leaves to others. */
const RUNNING_PER_USER = 8;

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>;

interface ConcurrencyLimitOptions extends Pick<BatchLimitOptions, 'organizationsOf' | 'nowMs'> {
  config: LimitConfig;
  batch: BatchConfig;
}

export const createConcurrencyLimits = ({ config, batch, ...options }: ConcurrencyLimitOptions) => ({
  /** By `networkOf` of the connection's address. */
  connections: createSlots(config.connectionsPerAddress),
  /** Running requests, by `networkOf` of the client's address; those with a valid token apart from the others. */
  requestsOfAddress: createSlots(config.requestsAtOncePerAddress),
  requestsOfUser: createSlots(config.requestsAtOncePerUser),
  waitingOfUser: createSlots(config.waitingPerUser),
  userQueues: new UserQueues(config.requestsAtOncePerUser === 0 ? 0 : RUNNING_PER_USER),
  takeBatchSlot: createBatchLimit({ ...batch, ...options }),
  /** Bodies that are passed on while they arrive, by `networkOf`. Each holds a connection to its service. */
  streams: createSlots(config.streamsPerAddress),
});

/** Takes a slot until the response has closed; false if the key has none left. */
export function takeSlot({ atEnd }: Exchange, slots: Slots, key: string): boolean {
  if (!slots.take(key)) return false;
  atEnd.push(() => slots.leave(key));
  return true;
}

/** Takes a slot for a body that is passed on while it arrives; the error if there is none. */
export function takeStreamSlot(exchange: Exchange, { streams }: Upstream, limits: ConcurrencyLimits): StreamSlot | ErrorContent {
  const { network } = exchange;
  if (!takeSlot(exchange, limits.streams, network)) return protocolErrors.tooManyRequests(1000);
  const slot = streams.take(network);
  if (slot === null) return gatewayErrors.unreachable;
  exchange.atEnd.push(() => slot.leave());
  return slot;
}

/**
 * The turn of a request among those of its user, or of its address for large bodies and guessable tokens of mails. Failures during the wait
 * count too. Uploads have no token; the files service limits them per user.
 */
export function queueOf(exchange: Exchange, limits: ConcurrencyLimits & Pick<RateLimits, 'admitAuthentication'>): EnterQueue | null {
  const { claims, request, operation, network } = exchange;
  const { userQueues, admitAuthentication } = limits;
  if (claims !== null) return (onTurn) => userQueues.take(claims.user, onTurn);
  if (announcesBody(request.headers) && isStreamed(request))
    return isUpload(request) ? null : (onTurn) => userQueues.take(`bodies ${network}`, onTurn);
  if (operation.mail === undefined) return null;
  return (onTurn) => userQueues.take(network, (refusedForMs) => onTurn(refusedForMs || admitAuthentication(exchange)));
}

/** The requests of one user or address. */
interface CallerQueue {
  running: number;
  waiting: Set<() => void>;
}

/** The time after which a waiting request is refused. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Runs `most` requests of each user or address at once; the others wait, so that nobody takes more than a share of the services. 0 runs
 * all. `requestsOfUser` and `requestsOfAddress` limit the waiting ones.
 */
export class UserQueues {
  readonly #most: number;
  readonly #queues = new Map<string, CallerQueue>();

  constructor(most: number) {
    this.#most = most;
  }

  /** See `EnterQueue`; the turn is at once if fewer run. */
  take(caller: string, onTurn: OnTurn): () => void {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: new Set() };
    this.#queues.set(caller, queue);
    let leave = (): void => undefined;
    let timer: NodeJS.Timeout | undefined;
    const run = (): void => {
      clearTimeout(timer);
      queue.running += 1;
      leave = () => this.#end(caller, queue);
      onTurn(0);
    };
    if (this.#most === 0 || queue.running < this.#most) run();
    else {
      queue.waiting.add(run);
      timer = setTimeout(() => {
        queue.waiting.delete(run);
        onTurn(1_000);
      }, LONGEST_WAIT_MS).unref();
      leave = () => {
        clearTimeout(timer);
        queue.waiting.delete(run);
      };
    }
    return () => {
      const last = leave;
      leave = () => undefined;
      last();
    };
  }

  #end(caller: string, queue: CallerQueue): void {
    queue.running -= 1;
    const [next] = queue.waiting;
    if (next !== undefined) {
      queue.waiting.delete(next);
      next();
    } else if (queue.running === 0) this.#queues.delete(caller);
  }
}
