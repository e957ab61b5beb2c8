import { ApiError, AuthenticationError, type Expression, type ListProjectsFields } from '@partner-ordering/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** The interval of refreshes while the page is in use. The browser asks with `If-None-Match`: docs/partners/polling.md. */
export const REFRESH_MS = 15_000;
/** Without a press, a key or a focus for so long, nothing more is asked: an open page must not keep its session alive. */
const AWAY_MS = 10 * 60_000;

/** The key of the signed-in user. Its query fails once nobody is signed in. */
export const meKey = ['me'] as const;

let isSignedOut = false;

const onError = (error: unknown, source: { queryKey?: readonly unknown[] }): void => {
  if (!(error instanceof AuthenticationError)) return;
  if (source.queryKey === meKey) isSignedOut = true;
  else if (!isSignedOut) void queries.invalidateQueries({ queryKey: meKey });
};

const onSuccess = (_: unknown, { queryKey }: { queryKey: readonly unknown[] }): void => {
  if (!isSignedOut || queryKey !== meKey) return;
  isSignedOut = false;
  void refresh();
};

/** The answers of the API. The client repeats calls itself; a refusal is shown, and never repeated. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError, onSuccess }),
  mutationCache: new MutationCache({ onError: (error) => onError(error, {}) }),
  defaultOptions: {
    // A browser that thinks it is offline fails like any other, instead of waiting.
    queries: { networkMode: 'always', retry: false, staleTime: 1_000, refetchInterval: () => every(REFRESH_MS) },
    mutations: { networkMode: 'always', retry: false },
  },
});

let usedAtMs = Date.now();
const isAway = (): boolean => Date.now() - usedAtMs > AWAY_MS;

/** Whether somebody is there, and signed in: refused requests of one page would slow down everybody at its address. */
export const isInUse = (): boolean => !isAway() && !isSignedOut;

/** An interval of asking again, while the page is in use. */
export const every = (ms: number): number | false => isInUse() && ms;

for (const event of ['pointerdown', 'keydown', 'focus'])
  addEventListener(event, () => {
    const wasAway = isAway();
    usedAtMs = Date.now();
    if (wasAway) void refresh();
  });

/** Asks again for all that is shown; what is on its way may have been read before a change of one's own. */
export const refresh = (options?: { cancelRefetch: boolean }): Promise<void> => queries.invalidateQueries({}, options);

/** The orders of an organization that a manager has to approve. */
export const waitingOrdersOf =
  (organization: string) =>
  (p: ListProjectsFields): Expression =>
    p.state.eq('require_approval').and(p.organization.gid.eq(organization));

/** Whether it does not exist, or may not be seen. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
