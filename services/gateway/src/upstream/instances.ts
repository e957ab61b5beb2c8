import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { connectorWithTimeout, RenewingPool } from '@partner-ordering/service-client';
import { Pool } from 'undici';
import type { TimeoutConfig } from '../config.ts';

export const MAX_IN_FLIGHT_PER_INSTANCE = 1024;
/** A longer head of an answer counts as broken. */
export const MAX_ANSWER_HEAD_BYTES = 16 * 1024;
/** Connections tried for a request to a service with one URL: Kubernetes leads some of them to a pod that is gone for a second or two. */
const TRIES_OF_ONLY_URL = 3;
/** An instance that drains (see `IDLE_GRACE_MS`) is gone by then. */
const DRAIN_MS = 5000;

// Time is counted in ticks of `watchMs`, 250 ms, so that time in which this process stands still makes no instance suspect.
const TICKS_UNTIL_SUSPECT = 4;
/** Its answer to a probe has 500 ms. */
const TICKS_UNTIL_HUNG = TICKS_UNTIL_SUSPECT + 2;
const TICKS_BETWEEN_PROBES = 4;
const TICKS_BETWEEN_LOOKUPS = 20;

/** A request that waits for the first byte of its answer. */
export interface WaitingRequest {
  /** When its time for the first byte is over. */
  readonly untilMs: number;
  /** Its time is over. */
  expire(): void;
  /** Its instance hangs, and another one takes requests. */
  leave(): void;
}

/** One process of a service, or its own address, which stands for several. */
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
  /** Infinity while one runs. */
  #ticksUntilProbe = 0;
  #skewMs = 0;
  #isSkewRead = true;

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

  /** A request was sent to it whose answer should begin soon. */
  expect(request: WaitingRequest): void {
    if (this.#waiting.size === 0) this.#silentTicks = 0;
    this.#waiting.add(request);
  }

  /** It has sent the first byte of an answer to this request, with the time of its machine in whole seconds. */
  answered(request: WaitingRequest, date: string | undefined): void {
    this.#waiting.delete(request);
    this.#silentTicks = 0;
    this.isSuspect = false;
    // Dates are parsed for what is read of them only, not for each answer.
    if (!this.#isSkewRead || date === undefined) return;
    this.#skewMs = Date.now() - Date.parse(date);
    this.#isSkewRead = false;
  }

  /** By how many milliseconds this machine's clock was ahead of its own, at its first answer since this was last asked. */
  readSkewMs(): number {
    this.#isSkewRead = true;
    return this.#skewMs;
  }

  /** It has not answered this request, which waits no longer. */
  failed(request: WaitingRequest, isDoubtful: boolean): void {
    this.#waiting.delete(request);
    if (isDoubtful) this.isSuspect = true;
  }

  tick(): void {
    if (this.#waiting.size > 0 && ++this.#silentTicks > TICKS_UNTIL_SUSPECT) this.isSuspect = true;
    if (--this.#ticksUntilProbe < 0 && this.isSuspect) void this.#probe();
  }

  /** Ends the requests whose time is over. undici would set two timers for each, a tenth of what a read costs here. */
  expire(nowMs: number): void {
    for (const request of this.#waiting) if (request.untilMs <= nowMs) request.expire();
  }

  /** Others take the requests that wait for it, if it hangs. */
  leave(): void {
    if (this.isSuspect && this.#silentTicks > TICKS_UNTIL_HUNG) for (const request of [...this.#waiting]) request.leave();
  }

  async end(how: 'close' | 'destroy'): Promise<void> {
    await Promise.all([this.pool[how](), this.freshPool[how]()]);
  }

  /** Tells an instance that hangs from one with slow requests only, and one that takes requests from one that is not ready. */
  async #probe(): Promise<void> {
    this.#ticksUntilProbe = Infinity;
    try {
      const { statusCode, body } = await this.pool.request({ method: 'GET', path: '/readyz', headersTimeout: 5000 });
      await body.dump();
      this.#silentTicks = 0;
      if (statusCode === 200) this.isSuspect = false;
    } catch {
      // It is asked again.
    } finally {
      this.#ticksUntilProbe = TICKS_BETWEEN_PROBES - 1;
    }
  }
}

/** Where a service is. */
export interface ServicePlace {
  urls: readonly string[];
  /** A name with the address of each pod behind the only URL. */
  podsName?: string | undefined;
}

/** The instances of one service, used in turn: its URLs, or the pods behind its only URL. */
export class Instances {
  readonly #open: (url: string, address?: LookupAddress | 'any') => Instance;
  readonly #nowMs: () => number;
  /** All with requests to end in time, also those whose address the name servers no longer name. */
  readonly #alive = new Set<Instance>();
  /** The address of the only URL, for each try. Kubernetes knows at once what name servers say up to half a minute later. */
  readonly #service: readonly Instance[];
  /** By address, or by place in the list of URLs. */
  #known: ReadonlyMap<string, Instance>;
  #all: readonly Instance[];
  #count = 0;
  #ticksSinceLookup = TICKS_BETWEEN_LOOKUPS - 1;
  #isClosed = false;
  readonly #timer: NodeJS.Timeout;

  constructor({ urls, podsName }: ServicePlace, timeouts: TimeoutConfig, nowMs: () => number, find: typeof findAddresses = findAddresses) {
    const url = urls.length === 1 ? urls[0] : undefined;
    const tries = url === undefined ? urls.length : TRIES_OF_ONLY_URL;
    this.#nowMs = nowMs;
    this.#open = (...place) => {
      const instance = openInstance(tries, timeouts, ...place);
      this.#alive.add(instance);
      return instance;
    };
    this.#service = url === undefined ? [] : Array.from<Instance>({ length: tries }).fill(this.#open(url, 'any'));
    this.#known = new Map(url === undefined ? urls.map((each, index) => [String(index), this.#open(each)]) : []);
    this.#all = [...this.#known.values()];
    this.#timer = setInterval(() => {
      this.#watch();
      if (url === undefined || !podsName) return;
      // Only an answer sets it back: silent name servers are not asked more and more.
      if (++this.#ticksSinceLookup === TICKS_BETWEEN_LOOKUPS) void find(podsName).then((found) => this.#follow(url, found));
    }, timeouts.watchMs).unref();
  }

  /** The instances in the order in which a request tries them. Two pods, free of suspicion, come before the service's own address. */
  inOrder(): readonly Instance[] {
    const all = this.#all;
    const service = this.#service;
    if (all.length < 2) return service;
    const nowMs = this.#nowMs();
    const first = this.#count++ % all.length;
    const rotated = [...all.slice(first), ...all.slice(0, first)].sort((one, other) => one.rank(nowMs) - other.rank(nowMs));
    if (service.length === 0) return rotated;
    return [...rotated.filter(({ isSuspect }) => !isSuspect).slice(0, service.length - 1), ...service].slice(0, service.length);
  }

  /** By how many seconds this machine's clock is ahead of that of the instance from which it differs most. */
  skewSeconds(): number {
    const all = [...this.#alive].map((instance) => instance.readSkewMs());
    return all.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0) / 1000;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await Promise.all([...this.#service, ...this.#all].map((instance) => instance.end('destroy')));
  }

  #watch(): void {
    const nowMs = this.#nowMs();
    for (const instance of this.#alive) instance.expire(nowMs);
    if (this.#all.length < 2) return;
    for (const instance of this.#all) instance.tick();
    if (this.#service.length > 0 || this.#all.some(({ isSuspect }) => !isSuspect)) for (const instance of this.#all) instance.leave();
  }

  /** Opens and ends instances so that they are those of the found addresses, of one family: a pod may have an address of each. */
  #follow(url: string, found: readonly LookupAddress[]): void {
    if (this.#isClosed) return;
    this.#ticksSinceLookup = 0;
    const before = this.#known;
    const wanted = found.filter(({ family }) => family === found[0]!.family);
    this.#known = new Map(wanted.map((each) => [each.address, before.get(each.address) ?? this.#open(url, each)]));
    this.#all = [...this.#known.values()];
    for (const [address, instance] of before)
      if (!this.#known.has(address)) void instance.end('close').then(() => this.#alive.delete(instance));
  }
}

/** None while name servers are silent: a pod's address may soon be that of another service's pod. */
const findAddresses = (name: string): Promise<LookupAddress[]> => lookup(name, { all: true, order: 'ipv4first' }).catch(() => []);

/** @param address the only one that is connected to; `any` for that of a service, which stands for several pods */
function openInstance(tries: number, timeouts: TimeoutConfig, url: string, address?: LookupAddress | 'any'): Instance {
  const options = {
    connections: MAX_IN_FLIGHT_PER_INSTANCE,
    pipelining: 1,
    // An instance that ends closes what is still idle after 5 s; see `IDLE_GRACE_MS`.
    keepAliveMaxTimeout: 3_000,
    headersTimeout: timeouts.responseTimeoutMs,
    maxHeaderSize: MAX_ANSWER_HEAD_BYTES,
    bodyTimeout: timeouts.responseTimeoutMs,
    // The tries share one budget.
    connect: connectorWithTimeout(
      Math.floor(timeouts.connectTimeoutMs / tries),
      typeof address === 'object' ? lookupOf(address) : undefined,
    ),
  };
  // Of several each is one process, and `Connection: close` says that it drains.
  const pool = address === 'any' ? new RenewingPool(url, options) : new Pool(url, options);
  return new Instance(pool, new Pool(url, options));
}

const lookupOf =
  ({ address, family }: LookupAddress): LookupFunction =>
  (_hostname, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family);
