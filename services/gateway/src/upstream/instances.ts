import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { connectorWithTimeout, RenewingPool } from '@partner-ordering/service-client';
import { Pool } from 'undici';
import type { TimeoutConfig } from '../config.ts';

export const MAX_IN_FLIGHT_PER_INSTANCE = 1024;
/** A longer head of an answer counts as broken. */
export const MAX_ANSWER_HEAD_BYTES = 16 * 1024;
/** Connections tried at a service's only address: Kubernetes leads some of them to a pod that is gone for a second or two. */
const TRIES_OF_ONLY_ADDRESS = 3;
/** An instance that drains (see `IDLE_GRACE_MS`) is gone by then. */
const DRAIN_MS = 5000;

// Time is counted in ticks of `watchMs`, 250 ms, so that time in which this process stands still makes no instance suspect.
const TICKS_UNTIL_SUSPECT = 4;
/** Its answer to a probe has 500 ms. */
const TICKS_UNTIL_HUNG = TICKS_UNTIL_SUSPECT + 2;
const TICKS_BETWEEN_LOOKUPS = 20;

/** A request that waits for the first byte of its answer. */
export interface WaitingRequest {
  /** Its instance hangs, and another one takes requests. */
  leave(): void;
}

/** One process of a service, or an address that may stand for several. */
export class Instance {
  readonly pool: Pool;
  /** For a repeated request: a new connection, since those that are open may end with the one that failed. */
  readonly freshPool: Pool;
  readonly #waiting = new Set<WaitingRequest>();
  inFlight = 0;
  /** It could not be reached, broke off or was silent. Until it answers, it gets only what no other instance takes. */
  isSuspect = false;
  #drainsUntilMs = 0;
  #silentTicks = 0;
  #isProbed = false;

  constructor(pool: Pool, freshPool: Pool) {
    this.pool = pool;
    this.freshPool = freshPool;
  }

  /** The lowest is asked first. */
  rank(nowMs: number): number {
    return this.isSuspect ? 2 : Number(this.#drainsUntilMs > nowMs);
  }

  drains(nowMs: number): void {
    this.#drainsUntilMs = nowMs + DRAIN_MS;
  }

  /** A request was sent to it that it answers soon. */
  expect(request: WaitingRequest): void {
    if (this.#waiting.size === 0) this.#silentTicks = 0;
    this.#waiting.add(request);
  }

  /** It has sent the first byte of an answer, to this request or a probe. */
  answered(request?: WaitingRequest): void {
    if (request) this.#waiting.delete(request);
    this.#silentTicks = 0;
    this.isSuspect = false;
  }

  /** It has not answered this request, which waits no longer. */
  failed(request: WaitingRequest, isDoubtful: boolean): void {
    this.#waiting.delete(request);
    if (isDoubtful) this.isSuspect = true;
  }

  tick(): void {
    if (this.#waiting.size > 0 && ++this.#silentTicks > TICKS_UNTIL_SUSPECT) this.isSuspect = true;
    if (this.isSuspect && !this.#isProbed) void this.#probe();
  }

  /** Others take the requests that wait for it, if it hangs. */
  leave(): void {
    if (this.isSuspect && this.#silentTicks > TICKS_UNTIL_HUNG) for (const request of [...this.#waiting]) request.leave();
  }

  async end(how: 'close' | 'destroy'): Promise<void> {
    await Promise.all([this.pool[how](), this.freshPool[how]()]);
  }

  /** Tells an instance that hangs from one with slow requests only. */
  async #probe(): Promise<void> {
    this.#isProbed = true;
    try {
      const { statusCode, body } = await this.pool.request({ method: 'GET', path: '/readyz', headersTimeout: 5000 });
      await body.dump();
      if (statusCode === 200) this.answered();
    } catch {
      // The next tick asks again.
    } finally {
      this.#isProbed = false;
    }
  }
}

/** The instances of one service, used in turn: its URLs, or the addresses of the name in its only URL, as a headless Service has. */
export class Instances {
  readonly #open: (address?: LookupAddress) => Instance;
  readonly #tries: number;
  readonly #nowMs: () => number;
  /** By address; an only one stands under ''. */
  #known: Map<string, Instance>;
  #all: readonly Instance[];
  #turn = 0;
  #ticks = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(urls: readonly string[], timeouts: TimeoutConfig, nowMs: () => number, find: typeof findAddresses = findAddresses) {
    const isOnly = urls.length === 1;
    this.#tries = isOnly ? TRIES_OF_ONLY_ADDRESS : urls.length;
    this.#nowMs = nowMs;
    this.#open = (address) => openInstance(urls[0]!, this.#tries, timeouts, isOnly, address);
    this.#known = new Map(urls.map((url, index) => [isOnly ? '' : String(index), openInstance(url, this.#tries, timeouts, isOnly)]));
    this.#all = [...this.#known.values()];
    const { hostname } = new URL(urls[0]!);
    const follow = isOnly && isIP(hostname) === 0 ? () => void find(hostname).then((found) => this.#follow(found)) : undefined;
    follow?.();
    if (isOnly && !follow) return;
    this.#timer = setInterval(() => {
      if (++this.#ticks % TICKS_BETWEEN_LOOKUPS === 0) follow?.();
      this.#watch();
    }, timeouts.watchMs).unref();
  }

  /** The instances in the order in which a request tries them. */
  inOrder(): readonly Instance[] {
    const all = this.#all;
    if (all.length === 1) return Array.from({ length: this.#tries }, () => all[0]!);
    const nowMs = this.#nowMs();
    const first = this.#turn++ % all.length;
    return [...all.slice(first), ...all.slice(0, first)].sort((one, other) => one.rank(nowMs) - other.rank(nowMs));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await Promise.all(this.#all.map((instance) => instance.end('destroy')));
  }

  #watch(): void {
    if (this.#all.length === 1) return;
    for (const instance of this.#all) instance.tick();
    if (this.#all.some(({ isSuspect }) => !isSuspect)) for (const instance of this.#all) instance.leave();
  }

  /** Opens and ends instances so that they are those of the found addresses. While the name servers find none, nothing changes. */
  #follow(found: readonly LookupAddress[]): void {
    if (found.length === 0 || this.#isClosed) return;
    const wanted: [string, LookupAddress?][] = found.length === 1 ? [['']] : found.map((each) => [each.address, each]);
    const before = this.#known;
    this.#known = new Map(wanted.map(([key, address]) => [key, before.get(key) ?? this.#open(address)]));
    this.#all = [...this.#known.values()];
    for (const [key, instance] of before) if (!this.#known.has(key)) void instance.end('close');
  }
}

const findAddresses = (hostname: string): Promise<LookupAddress[]> => lookup(hostname, { all: true }).catch(() => []);

/** @param address the only one that is connected to; otherwise any of the name */
function openInstance(url: string, tries: number, timeouts: TimeoutConfig, isOnly: boolean, address?: LookupAddress): Instance {
  const options = {
    connections: MAX_IN_FLIGHT_PER_INSTANCE,
    pipelining: 1,
    // An instance that ends closes what is still idle after 5 s; see `IDLE_GRACE_MS`.
    keepAliveMaxTimeout: 3_000,
    headersTimeout: timeouts.responseTimeoutMs,
    maxHeaderSize: MAX_ANSWER_HEAD_BYTES,
    bodyTimeout: timeouts.responseTimeoutMs,
    // The tries share one budget.
    connect: connectorWithTimeout(Math.floor(timeouts.connectTimeoutMs / tries), address && lookupOf(address)),
  };
  // An only address may stand for several pods. Of several each is one, and `Connection: close` says that it drains.
  const pool = isOnly && address === undefined ? new RenewingPool(url, options) : new Pool(url, options);
  return new Instance(pool, new Pool(url, options));
}

const lookupOf =
  ({ address, family }: LookupAddress): LookupFunction =>
  (_hostname, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family);
