import { invalidToken, unavailable } from '@partner-ordering/kernel';
import { allServices, deadlineIn, type Ask, type RevocationPage } from '@partner-ordering/service-client';
import { faults } from './faults.ts';
import type { TokenVerifier } from './token-verifier.ts';

interface RevocationPollOptions {
  /** Reads a page of ended sessions, see `revocationsOver`; identity itself reads its table. */
  read: (after: number) => Promise<RevocationPage>;
  /** Its keys are read first, so that a service that knows revocations knows them too. */
  verifier?: Pick<TokenVerifier, 'loadKeys'>;
  clock: () => Date;
  /** The time by which the age of an answer counts, which no change of the clock moves. */
  nowMs?: () => number;
  /** Between two polls, which all services send at the same times, so that identity reads once for all. */
  intervalMs?: number;
  /** Called for the first failure of a row of failures. */
  onError?: (error: unknown) => void;
}

export type RevocationPoll = ReturnType<typeof revocationPoll>;

/** How old the known revocations may be when a token is taken for a read, and for a request with an effect. */
const maxAgeMs = { read: 600_000, effect: 60_000 };

/** Whether the known revocations are young enough for a request. */
export const revocationsSuffice = ({ ageMs }: Pick<RevocationPoll, 'ageMs'>, use: keyof typeof maxAgeMs): boolean =>
  ageMs() <= maxAgeMs[use];

/** 401 for a session that somebody has ended, 503 where nobody knows whether it has. */
export function requireSession(
  revocations: Pick<RevocationPoll, 'isRevoked' | 'ageMs'>,
  session: string,
  use: keyof typeof maxAgeMs,
): void {
  if (revocations.isRevoked(session)) throw invalidToken('The access token was revoked');
  if (!revocationsSuffice(revocations, use)) throw unavailable(undefined, faults.session_unchecked('Authorization'));
}

/** Why a service or the gateway is not ready before the first answer. */
export const IDENTITY_UNKNOWN = 'identity has not answered yet: its keys and revocations are unknown';

const REQUEST_TIMEOUT_MS = 3_000;

/** Polls identity for ended sessions. A failed request changes nothing and is repeated at the next tick. */
export function revocationPoll(options: RevocationPollOptions) {
  const { read, verifier, clock, nowMs = () => performance.now(), intervalMs = 1_000, onError = () => undefined } = options;
  const revoked = new Map<string, number>();
  const ready = Promise.withResolvers<void>();
  let after = 0;
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let failing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let polls: Promise<void> = Promise.resolve();

  /** Reads on from where the last call ended, until there is nothing new. */
  async function readAll(): Promise<void> {
    for (let isMore = true; isMore;) {
      const { items, last } = await read(after);
      for (const { sid, expires_at } of items) revoked.set(sid, Date.parse(expires_at));
      // A smaller number than asked for means that identity's table was emptied or restored: start over.
      after = last < after ? 0 : last;
      isMore = items.length > 0;
    }
  }

  async function poll(): Promise<void> {
    const askedAtMs = nowMs();
    try {
      await verifier?.loadKeys();
      await readAll();
      answeredAtMs = askedAtMs;
      failing = false;
      for (const [session, expiresAtMs] of revoked) if (expiresAtMs <= clock().getTime()) revoked.delete(session);
      ready.resolve();
    } catch (error) {
      if (!failing && !stopped) onError(error);
      failing = true;
    }
  }

  /** Waits for a running poll first, which may have read too early for this caller, then polls again. */
  const refresh = (): Promise<void> => (polls = polls.then(poll));

  async function tick(): Promise<void> {
    await refresh();
    if (!stopped) timer = setTimeout(tick, intervalMs - (Date.now() % intervalMs)).unref();
  }

  void tick();
  return {
    isRevoked: (session: string): boolean => revoked.has(session),
    /** Resolves after the first answer; until then a service is not ready. */
    ready: ready.promise,
    /** Milliseconds since the last answer, `Infinity` before the first: how old `isRevoked` may be. */
    ageMs: (): number => nowMs() - answeredAtMs,
    refresh,
    stop: (): void => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export const revocationsOver =
  (ask: Ask) =>
  (after: number): Promise<RevocationPage> =>
    allServices(ask, deadlineIn(REQUEST_TIMEOUT_MS)).identity.listRevocations({ after });

interface LastSeenOptions {
  /** Takes gids of users, at most `MOST_USERS`. */
  report: (users: readonly string[]) => Promise<unknown>;
  nowMs: () => number;
  /** Called for the first failure of a row of failures. */
  onError: (error: unknown) => void;
  /** The time for which users are collected for one call. */
  collectMs?: number;
}

const MINUTE_MS = 60_000;
/** The most users in one call. */
export const MOST_USERS = 1000;

/** Tells identity who sends requests, each user at most once a minute. A failure or restart loses a minute at most. */
export function openLastSeen({ report, nowMs, onError, collectMs = 1_000 }: LastSeenOptions) {
  /** When each user was noted, longest ago first. */
  const notedAtMs = new Map<string, number>();
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  function forgetOld(): void {
    const before = nowMs() - MINUTE_MS;
    for (const [user, atMs] of notedAtMs) {
      if (atMs > before) return;
      notedAtMs.delete(user);
    }
  }

  /** One call at a time: while identity is slow, users wait for the next one. */
  async function reportAll(): Promise<void> {
    forgetOld();
    try {
      while (waiting.length > 0) await report(waiting.splice(0, MOST_USERS));
      isFailing = false;
    } catch (error) {
      waiting = [];
      if (!isFailing) onError(error);
      isFailing = true;
    }
    timer = undefined;
  }

  return {
    /** Called with each request of a user; costs a look-up. */
    note(user: string): void {
      const atMs = nowMs();
      if (atMs - (notedAtMs.get(user) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
      notedAtMs.delete(user);
      notedAtMs.set(user, atMs);
      waiting.push(user);
      timer ??= setTimeout(reportAll, collectMs).unref();
    },
    stop: (): void => {
      waiting = [];
      clearTimeout(timer);
    },
  };
}
