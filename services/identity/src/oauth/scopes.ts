import { defaultScopes, scopes } from '../domain/application.ts';
import type { Scope } from '../domain/application.ts';

/** The scopes asked for, each once and in our order; the default if none is asked for. Undefined if one is unknown. */
export function grantedScopes(asked: readonly string[] | undefined): Scope[] | undefined {
  if (asked === undefined) return [...defaultScopes];
  const known = scopes.filter((scope) => asked.includes(scope));
  return asked.every((scope) => (scopes as readonly string[]).includes(scope)) && known.length > 0 ? known : undefined;
}
