import { LockMode } from '@mikro-orm/postgresql';
import { decodeJwt } from 'jose';
import type { TokenVerifier } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import type { Introspection } from '../../generated/models.ts';
import type { Application } from '../domain/application.ts';
import { RefreshToken, Session } from '../domain/session.ts';
import { answer, type EndpointOptions } from './endpoint.ts';
import { findToken, type FoundToken } from './find-token.ts';
import { requiredParameter, type OAuthRequest } from './form.ts';
import { withoutSecret } from './refusal.ts';

/** `POST /oauth2/introspect` (RFC 7662): describes a token of the client itself, which has a secret; any other is `{active: false}`. */
export const introspectToken = (options: EndpointOptions & { database: Database; verifier: TokenVerifier }, request: OAuthRequest) =>
  answer<Introspection>(options, request, async (form, application) => {
    if (application.isPublic) throw withoutSecret();
    const now = options.clock();
    const text = requiredParameter(form, 'token');
    const token = await findToken(options, application, text);
    const found = token !== undefined && 'refresh' in token ? await afterRefreshes(options.database, token) : token;
    return found !== undefined && isActive(found, now) ? describe(found, application, text) : { active: false };
  });

/** Waits for a refresh in progress: a client that lost its answer asks here before it uses the token again, which may end the session. */
function afterRefreshes(database: Database, { session, refresh }: FoundToken & { refresh: RefreshToken }): Promise<FoundToken | undefined> {
  return database.transactional(async ({ em }) => {
    const lockedSession = await em.findOne(Session, { gid: session.gid }, { lockMode: LockMode.PESSIMISTIC_READ });
    const token = await em.findOne(RefreshToken, { hash: refresh.hash });
    return lockedSession === null || token === null ? undefined : { session: lockedSession, refresh: token };
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
  const names = { scope: scope.join(' '), client_id: application.clientId, token_type: 'refresh_token' };
  return { active: true, ...names, exp: seconds(expiresAt), iat: seconds(createdAt), sub: found.session.userGid };
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
