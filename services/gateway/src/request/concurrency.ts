import { gatewayErrors, protocolErrors, type ErrorContent, type Slots } from '@partner-ordering/http';
import { networkOf } from '@partner-ordering/kernel';
import type { Exchange } from '../exchange/exchange.ts';
import type { StreamPlace } from '../upstream/stream-places.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Limits } from './limits.ts';

/** Takes a slot until the response has closed; false when the key has none left. */
export function hold({ atEnd }: Exchange, slots: Slots, key: string): boolean {
  if (!slots.take(key)) return false;
  atEnd.push(() => slots.leave(key));
  return true;
}

/** The same for a request that runs. Who has a valid token is not counted with those at the same address who have none. */
export function holdRequest(exchange: Exchange, { requestsOfAddress, requestsOfUser }: Limits): boolean {
  const network = networkOf(exchange.clientAddress);
  if (exchange.claims === null) return hold(exchange, requestsOfAddress, network);
  return hold(exchange, requestsOfAddress, `tokens ${network}`) && hold(exchange, requestsOfUser, exchange.claims.user);
}

/** Takes the place of a stream until the response has closed; the error when there is none. */
export function holdStream(exchange: Exchange, { streams }: Upstream, limits: Limits): StreamPlace | ErrorContent {
  const network = networkOf(exchange.clientAddress);
  if (!hold(exchange, limits.streams, network)) return protocolErrors.tooManyRequests(1000);
  const place = streams.take(network);
  if (place === null) return gatewayErrors.unreachable;
  exchange.atEnd.push(() => place.leave());
  return place;
}
