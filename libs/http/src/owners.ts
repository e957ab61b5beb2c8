import type { ServiceTokens } from '@partner-ordering/auth';
import { isGid, unavailable, type Database, type StateKey } from '@partner-ordering/data';
import { upsertStates, type SharedState } from '@partner-ordering/messaging';

/** A service that publishes states: where it is and which types it owns. */
export interface Owner {
  service: string;
  url: string;
  types: readonly string[];
}

export interface OwnersOptions {
  owners: readonly Owner[];
  tokens: ServiceTokens;
  database: Database;
  clock: () => Date;
}

/** Asks the owners of public states, when a refusal rests on a replica that may be behind. */
export interface Owners {
  /** Brings the named states up to date; a type nobody else owns is already what it is. Throws `unavailable`. */
  confirm(keys: readonly StateKey[]): Promise<void>;
}

const TIMEOUT_MS = 1500;
const NEGATIVE_AGE_MS = 1000;

/** See `Owners`. Questions that come up while the same one is being asked share one more. */
export function owners({ owners: known, tokens, database, clock }: OwnersOptions): Owners {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const absent = new Map<string, number>();

  async function ask(owner: Owner, state: StateKey): Promise<void> {
    const answer = await read(owner, state).catch((cause: unknown) => Promise.reject(unavailable(cause)));
    if (answer) return upsertStates(database, [answer]);
    // A gid is made by its owner: nobody can name one and have it made after. Other keys may exist the next moment.
    if (isGid(state.key)) absent.set(`${state.type}/${state.key}`, clock().getTime());
  }

  /** The owner's state, or undefined where it knows of none. */
  async function read(owner: Owner, { type, key }: StateKey): Promise<SharedState | undefined> {
    const url = new URL(`/internal/state/${encodeURIComponent(type)}/${encodeURIComponent(key)}`, owner.url);
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${await tokens.issue(owner.service)}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return (await response.json()) as SharedState;
    await response.body?.cancel();
    if (response.status !== 404) throw new Error(`${owner.service} answered ${response.status}`);
    return undefined;
  }

  function once(state: StateKey): Promise<void> {
    const name = `${state.type}/${state.key}`;
    const owner = known.find(({ types }) => types.includes(state.type));
    if (!owner || clock().getTime() - (absent.get(name) ?? 0) < NEGATIVE_AGE_MS) return Promise.resolve();
    absent.delete(name);
    const earlier = running.get(name);
    if (!earlier) return askNow(name, owner, state);
    // The running one may be answered with what was true before this question came up.
    const asked = next.get(name) ?? earlier.catch(() => {}).then(() => (next.delete(name), askNow(name, owner, state)));
    next.set(name, asked);
    return asked;
  }

  function askNow(name: string, owner: Owner, state: StateKey): Promise<void> {
    const asked = ask(owner, state).finally(() => running.delete(name));
    running.set(name, asked);
    return asked;
  }

  return {
    confirm: async (keys) => {
      if (absent.size > 10_000) absent.clear();
      await Promise.all(keys.map(once));
    },
  };
}
