import type { GatewayConfig } from '../config.ts';
import type { Upstream } from './upstream.ts';

/** The services of these routes, by name. Throws an Error for one without an address. */
export function openUpstreams(
  services: GatewayConfig['services'],
  routes: readonly { service: string }[],
  open: (urls: readonly string[]) => Upstream,
): Map<string, Upstream> {
  const names = new Set(routes.map((route) => route.service).filter((name) => name !== 'gateway'));
  const upstreams = new Map<string, Upstream>();
  for (const name of names) {
    const urls = services[name] ?? [];
    if (urls.length === 0) throw new Error(`The gateway needs the address of the service "${name}"`);
    upstreams.set(name, open(urls));
  }
  return upstreams;
}
