import OAuth2Server from '@node-oauth/oauth2-server';
import { defaultScopes, scopes, type Application, type Scope } from '../domain/application.ts';

/** The scopes asked for, once each; by default `base`. Undefined if one is unknown or not for this application. */
export function grantedScopes(requested: readonly string[] | undefined, application: Pick<Application, 'mayAskFor'>): Scope[] | undefined {
  const requestedScopes: readonly string[] = requested ?? defaultScopes;
  const granted = application.mayAskFor(scopes.filter((scope) => requestedScopes.includes(scope)));
  return granted.length > 0 && requestedScopes.every((scope) => (granted as readonly string[]).includes(scope)) ? granted : undefined;
}

/** Those of these scopes that the application has not lost since the sign-in. Throws `invalid_scope` for none. */
export function remainingScope(application: Pick<Application, 'mayAskFor'>, scope: readonly Scope[]): Scope[] {
  const remaining = application.mayAskFor(scope);
  if (remaining.length === 0) throw new OAuth2Server.InvalidScopeError('None of the scopes may be asked for any more');
  return remaining;
}
