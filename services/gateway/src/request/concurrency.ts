import { gatewayErrors, announcesBody, protocolErrors, type ErrorContent } from '@partner-ordering/http';
import { FairQueue, Slots } from '@partner-ordering/kernel';
import type { BatchConfig, LimitConfig } from '../config.ts';
import { isStreamed, isUpload } from '../exchange/body.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { EnterQueue, OnSlot } from '../upstream/proxy.ts';
import type { StreamSlot } from '../upstream/stream-slots.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { createBatchLimit, type BatchLimitOptions } from './batch-limit.ts';
import type { RateLimits } from './rate-limits.ts';

// Limits of concurrent requests: per connection, per address, per user.

/** The running requests of a user or an address: a service has each organization wait for connections that it leaves to others. */
const SHARE = 8;

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>;

interface ConcurrencyLimitOptions extends Pick<BatchLimitOptions, 'organizationsOf' | 'nowMs'> {
  config: LimitConfig;
  batch: BatchConfig;
}

export const createConcurrencyLimits = ({ config, batch, ...options }: ConcurrencyLimitOptions) => ({
  /** By `networkOf` of the connection's address. */
  connections: new Slots(config.connectionsPerAddress),
  /** Running requests, by `networkOf` of the client's address; those with a valid token apart from the others. */
  requestsOfAddress: new Slots(config.requestsAtOncePerAddress),
  requestsOfUser: new Slots(config.requestsAtOncePerUser),
  waitingOfUser: new Slots(config.waitingPerUser),
  /** Of users and addresses. `requestsOfUser` and `requestsOfAddress` limit what waits in it. */
  queue: new FairQueue({ share: config.requestsAtOncePerUser === 0 ? Infinity : SHARE, nowMs: options.nowMs }),
  takeBatchSlot: createBatchLimit({ ...batch, ...options }),
  /** Bodies that are passed on while they arrive, by `networkOf`. Each holds a connection to its service. */
  streams: new Slots(config.streamsPerAddress),
});

/** Takes a slot until the response has closed; false if the party has none left. */
export function takeSlot({ atEnd }: Exchange, slots: Slots, party: string): boolean {
  if (!slots.take(party)) return false;
  atEnd.push(() => slots.leave(party));
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
 * Where a request waits for a slot of its user, or of its address for large bodies and guessable tokens of mails. Failures during the wait
 * count too. Uploads have no token; the files service limits them per user.
 */
export function queueOf(exchange: Exchange, limits: ConcurrencyLimits & Pick<RateLimits, 'admitAuthentication'>): EnterQueue | null {
  const { claims, request, operation, network } = exchange;
  const { queue, admitAuthentication } = limits;
  if (claims !== null) return (onSlot) => waitForSlot(queue, claims.user, onSlot);
  if (announcesBody(request.headers) && isStreamed(request))
    return isUpload(request) ? null : (onSlot) => waitForSlot(queue, `bodies ${network}`, onSlot);
  if (operation.mail === undefined) return null;
  return (onSlot) => waitForSlot(queue, network, (refusedForMs) => onSlot(refusedForMs || admitAuthentication(exchange)));
}

/** The time after which a waiting request is refused. */
const LONGEST_WAIT_MS = 10_000;

const nothing = (): void => undefined;

/** See `EnterQueue`. */
export function waitForSlot(queue: FairQueue, party: string, onSlot: OnSlot): () => void {
  let endTimer = nothing;
  let leave = nothing;
  const stopWaiting = queue.take({ parties: [party] }, (leaveSlot) => {
    endTimer();
    leave = leaveSlot;
    onSlot(0);
  });
  if (stopWaiting === undefined) return leave;
  const timer = setTimeout(() => {
    stopWaiting();
    onSlot(1_000);
  }, LONGEST_WAIT_MS).unref();
  endTimer = () => clearTimeout(timer);
  return () => {
    endTimer();
    stopWaiting();
    leave();
  };
}
