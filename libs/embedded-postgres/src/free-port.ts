import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** First and last port, both included. */
export type PortRange = readonly [first: number, last: number];

/** Above what well-known servers use and what fetch refuses (up to 10080). */
const CHOSEN_FROM = 10_240;
const LAST_PORT = 65_535;
/** Ports of outgoing connections if the system does not tell its range. */
const ianaRange: PortRange = [49_152, LAST_PORT];
const MAX_ATTEMPTS = 1_000;

/** Reads a range as Linux and macOS write it, two numbers parted by white space; undefined when it is none. */
export function parsePortRange(text: string): PortRange | undefined {
  const [, first, last] = /^\s*(\d{1,5})\s+(\d{1,5})\s*$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  return Number(first) <= Number(last) && Number(last) <= LAST_PORT ? [Number(first), Number(last)] : undefined;
}

/** The ports that the system gives to outgoing connections. */
function ephemeralRange(): PortRange {
  try {
    const names = ['net.inet.ip.portrange.first', 'net.inet.ip.portrange.last'];
    const text =
      process.platform === 'darwin'
        ? execFileSync('/usr/sbin/sysctl', ['-n', ...names], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
        : readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    return parsePortRange(text) ?? ianaRange;
  } catch {
    return ianaRange; // a system that does not say
  }
}

/** What ports are chosen by. */
export interface PortChoice {
  /** At least 0, below 1. */
  random: () => number;
  /** The range to avoid, unless no port is left. */
  ephemeral: PortRange;
  canListen: (port: number) => Promise<boolean>;
}

/** Makes a function that chooses a port at random, each once. It rejects when there is none. */
export function portChooser({ random, ephemeral: [first, last], canListen }: PortChoice): () => Promise<number> {
  const all = Array.from({ length: LAST_PORT - CHOSEN_FROM + 1 }, (_, index) => CHOSEN_FROM + index);
  const outside = all.filter((port) => port < first || port > last);
  const candidates = outside.length > 0 ? outside : all;
  const tried = new Set<number>();
  return async () => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const port = candidates[Math.floor(random() * candidates.length)]!;
      if (tried.has(port)) continue;
      tried.add(port);
      if (await canListen(port)) return port;
    }
    throw new Error('there is no free port');
  };
}

/** On macOS a listener on one address does not keep others from all addresses, nor the other way round. */
async function canListen(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const probe = createServer().listen(port, host);
    try {
      await once(probe, 'listening');
    } catch {
      return false;
    }
    probe.close();
    await once(probe, 'close');
  }
  return true;
}

let choose: (() => Promise<number>) | undefined;

/**
 * A port that nobody listens on, for servers whose port must be known beforehand or is used again after a restart. Outgoing connections
 * do not take it meanwhile, and two processes that choose at the same time rarely choose the same. Use port 0 where possible.
 */
export const freePort = (): Promise<number> => (choose ??= portChooser({ random: Math.random, ephemeral: ephemeralRange(), canListen }))();
