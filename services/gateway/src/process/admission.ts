import { networkOf } from '@partner-ordering/kernel';
import type { Socket } from 'node:net';
import type { GatewayConfig } from '../config.ts';
import { connectionAddress, proxyTrust } from '../request/client-address.ts';
import type { Metrics } from '../request/health.ts';
import type { Limits } from '../request/limits.ts';

/** Whether a new connection may stay. Counts those of each address, but not those of the proxies, behind which are many clients. */
export function admission({ trustedProxies = [] }: GatewayConfig, { connections }: Limits, metrics: Metrics): (socket: Socket) => boolean {
  const isProxy = proxyTrust(trustedProxies);
  return (socket) => {
    const address = connectionAddress(socket);
    if (isProxy(address)) return true;
    const network = networkOf(address);
    if (!connections.take(network)) {
      metrics.connectionRefused();
      return false;
    }
    socket.once('close', () => connections.leave(network));
    return true;
  };
}
