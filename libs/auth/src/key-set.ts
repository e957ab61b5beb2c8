import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';
import { unavailable } from '@partner-ordering/kernel';

type Resolve = ReturnType<typeof createLocalJWKSet>;

/** Age at which the set is fetched again in the background; until then the old keys stay valid. */
const REFRESH_MS = 10_000;
/** Least time between two fetches because of unknown key ids, so that forged tokens cannot cause many requests. */
const COOLDOWN_MS = 5_000;

export type KeySet = ReturnType<typeof keySet>;

/**
 * Keeps the issuer's JWKS (RFC 7517) up to date. An unknown key id asks the issuer once, so a rotation needs no restart. Throws
 * `unavailable` when a key is needed and the issuer cannot be asked.
 */
export function keySet(load: () => Promise<JSONWebKeySet>, clock: () => Date) {
  let current: { keys: ReadonlySet<string>; resolve: Resolve } | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  function refresh(): Promise<void> {
    loading ??= fetchKeys().finally(() => (loading = undefined));
    return loading;
  }

  async function fetchKeys(): Promise<void> {
    askedAtMs = clock().getTime();
    const set = await load();
    current = { keys: new Set(set.keys.flatMap((key) => key.kid ?? [])), resolve: createLocalJWKSet(set) };
  }

  /** In the background; until it is done, and while it fails, the present set is used. */
  function refreshInTime(): void {
    if (clock().getTime() - askedAtMs > REFRESH_MS) refresh().catch(() => undefined);
  }

  async function refreshOrUnavailable(): Promise<void> {
    try {
      await refresh();
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async function resolve(header?: JWSHeaderParameters, token?: FlattenedJWSInput): ReturnType<Resolve> {
    if (current === undefined) await refreshOrUnavailable();
    refreshInTime();
    try {
      return await current!.resolve(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const mayAsk = loading !== undefined || clock().getTime() - askedAtMs >= COOLDOWN_MS;
      if (!mayAsk) throw error;
      await refreshOrUnavailable();
      return current!.resolve(header, token);
    }
  }

  /** Whether the key is published now; tokens of a withdrawn key are no longer valid. */
  function has(keyId: string): boolean {
    if (current) refreshInTime();
    return current?.keys.has(keyId) ?? false;
  }

  return { resolve, has };
}
