import type { TokenVerifier } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import type { Revocation } from '../../generated/models.ts';
import { revokeSession } from '../domain/revocation.ts';
import { answer, type EndpointOptions } from './endpoint.ts';
import { findToken } from './find-token.ts';
import { requiredParameter, type OAuthRequest } from './form.ts';

/** `POST /oauth2/revoke` (RFC 7009): ends the token's session with all its tokens. 200 also for a token that the client does not have. */
export const revokeToken = (options: EndpointOptions & { database: Database; verifier: TokenVerifier }, request: OAuthRequest) =>
  answer<Revocation>(options, request, async (form, application) => {
    const found = await findToken(options, application, requiredParameter(form, 'token'));
    if (found !== undefined) await options.database.transactional((tx) => revokeSession(tx, found.session.gid, options.clock()));
    return {};
  });
