/** A proxy's effect on the connections through it; see Toxiproxy's documentation. */
export interface Toxic {
  type: 'reset_peer' | 'timeout' | 'latency';
  attributes: Readonly<Record<string, number>>;
}

/** One upstream behind Toxiproxy. */
export interface Proxy {
  /** `host:port` of this machine that leads there. */
  readonly address: string;
  /** Closes all connections and takes no more. */
  cut(): Promise<void>;
  /** Takes connections again. */
  restore(): Promise<void>;
  /** In both directions, until `heal`. */
  poison(toxic: Toxic): Promise<void>;
  heal(): Promise<void>;
}

/** Toxiproxy by its HTTP API. */
export function openToxiproxy(url: string): {
  add(name: string, where: { port: number; address: string; upstream: string }): Promise<Proxy>;
} {
  async function call(method: string, path: string, body?: object): Promise<void> {
    const response = await fetch(new URL(path, url), { method, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`Toxiproxy answered ${response.status} to ${method} ${path}: ${text}`);
  }
  const streams = ['upstream', 'downstream'] as const;
  return {
    async add(name, { port, address, upstream }) {
      await call('POST', '/proxies', { name, listen: `0.0.0.0:${port}`, upstream, enabled: true });
      return {
        address,
        cut: () => call('POST', `/proxies/${name}`, { enabled: false }),
        restore: () => call('POST', `/proxies/${name}`, { enabled: true }),
        poison: async (toxic) => {
          for (const stream of streams) await call('POST', `/proxies/${name}/toxics`, { name: stream, stream, ...toxic });
        },
        heal: async () => {
          for (const stream of streams) await call('DELETE', `/proxies/${name}/toxics/${stream}`);
        },
      };
    },
  };
}
