interface LastSeenOptions {
  /** Takes gids of users, at most `MOST_USERS`. */
  tell: (users: readonly string[]) => Promise<unknown>;
  nowMs: () => number;
  /** Called for the first failure of a row of failures. */
  onError: (error: unknown) => void;
  /** How long users are collected for one call. */
  collectMs?: number;
}

const MINUTE_MS = 60_000;
/** What one call may name. */
export const MOST_USERS = 1000;

/** Tells identity who sends requests, each user at most once a minute. A failure or restart loses a minute at most. */
export function openLastSeen({ tell, nowMs, onError, collectMs = 1_000 }: LastSeenOptions) {
  /** When each user was noted, longest ago first. */
  const noted = new Map<string, number>();
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  function forgetOld(): void {
    const before = nowMs() - MINUTE_MS;
    for (const [user, atMs] of noted) {
      if (atMs > before) return;
      noted.delete(user);
    }
  }

  /** One call at a time: while identity is slow, users wait for the next one. */
  async function tellAll(): Promise<void> {
    forgetOld();
    try {
      while (waiting.length > 0) await tell(waiting.splice(0, MOST_USERS));
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
      if (atMs - (noted.get(user) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
      noted.delete(user);
      noted.set(user, atMs);
      waiting.push(user);
      timer ??= setTimeout(tellAll, collectMs).unref();
    },
    stop: (): void => {
      waiting = [];
      clearTimeout(timer);
    },
  };
}
