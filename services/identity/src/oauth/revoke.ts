import type { TokenVerifier } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import { revokeSession } from '../domain/revocation.ts';
import { authenticateClient } from './client-authentication.ts';
import { findToken } from './find-token.ts';
import { formOf, requiredParameter } from './form.ts';
import type { OAuthRequest } from './form.ts';
import { granted, refusalReply } from './refusal.ts';
import type { OAuthReply } from './refusal.ts';

/**
 * `POST /oauth2/revoke` (RFC 7009): ends the token's whole session, including its access tokens. 200 also for a token that
 * is unknown, expired or another client's.
 */
export async function revokeToken(
  options: { database: Database; verifier: TokenVerifier; clock: () => Date },
  request: OAuthRequest,
): Promise<OAuthReply> {
  try {
    const form = formOf(request);
    const application = await authenticateClient(options.database, request, form, options.clock());
    const found = await findToken(options, application, requiredParameter(form, 'token'));
    if (found !== undefined) await options.database.transactional((tx) => revokeSession(tx, found.session.gid, options.clock()));
    return granted();
  } catch (error) {
    return refusalReply(error);
  }
}
