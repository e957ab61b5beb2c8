import { LockMode } from '@mikro-orm/postgresql';
import { decodeJwt } from 'jose';
import type { TokenVerifier } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import type { Application } from '../domain/application.ts';
import { RefreshToken, Session } from '../domain/session.ts';
import { authenticateClient } from './client-authentication.ts';
import { findToken } from './find-token.ts';
import type { FoundToken } from './find-token.ts';
import { formOf, requiredParameter } from './form.ts';
import type { OAuthRequest } from './form.ts';
import { granted, refusalReply } from './refusal.ts';
import type { OAuthReply } from './refusal.ts';

/** `POST /oauth2/introspect` (RFC 7662): describes a token of the client itself. The answer for any other is `{active: false}`. */
export async function introspectToken(
  options: { database: Database; verifier: TokenVerifier; clock: () => Date },
  request: OAuthRequest,
): Promise<OAuthReply> {
  try {
    const form = formOf(request);
    const now = options.clock();
    const application = await authenticateClient(options.database, request, form, now);
    const text = requiredParameter(form, 'token');
    const token = await findToken(options, application, text);
    const found = token !== undefined && 'refresh' in token ? await afterRefreshes(options.database, token) : token;
    return granted(found !== undefined && isActive(found, now) ? describe(found, application, text) : { active: false });
  } catch (error) {
    return refusalReply(error);
  }
}

/**
 * The refresh token as it is when the refresh that runs has ended, which holds the session: a client whose answer was lost asks here,
 * before it uses the token again and so ends the session.
 */
function afterRefreshes(database: Database, { session, refresh }: FoundToken & { refresh: RefreshToken }): Promise<FoundToken | undefined> {
  return database.transactional(async ({ em }) => {
    const held = await em.findOne(Session, { gid: session.gid }, { lockMode: LockMode.PESSIMISTIC_READ });
    const token = await em.findOne(RefreshToken, { hash: refresh.hash });
    return held === null || token === null ? undefined : { session: held, refresh: token };
  });
}

function isActive(found: FoundToken, now: Date): boolean {
  return found.session.isAlive(now) && ('access' in found || found.refresh.isUsable(now));
}

function describe(found: FoundToken, application: Application, text: string): Record<string, unknown> {
  if ('access' in found) {
    const { scope, client_id, exp, iat, sub, aud, iss } = decodeJwt(text);
    return { active: true, scope, client_id, token_type: 'bearer', exp, iat, sub, aud, iss };
  }
  const { scope, expiresAt, createdAt } = found.refresh;
  const times = { exp: seconds(expiresAt), iat: seconds(createdAt) };
  return {
    active: true,
    scope: scope.join(' '),
    client_id: application.clientId,
    token_type: 'refresh_token',
    ...times,
    sub: found.session.userGid,
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
