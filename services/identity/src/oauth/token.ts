import OAuth2Server from '@node-oauth/oauth2-server';
import type { Database } from '@partner-ordering/data';
import type { Token } from '../../generated/models.ts';
import { grants, type Application, type Grant } from '../domain/application.ts';
import { ACCESS_TOKEN_LIFETIME_MS, REFRESH_TOKEN_LIFETIME_MS } from '../domain/session.ts';
import { redeemCode } from './code-redemption.ts';
import { answer, type EndpointOptions } from './endpoint.ts';
import { requiredParameter, type Form, type OAuthRequest } from './form.ts';
import type { Keyring } from './keyring.ts';
import { loginSourceOf } from './login-source.ts';
import { rotateRefreshToken } from './refresh-token-rotation.ts';
import { unsupportedGrantType } from './refusal.ts';
import type { SignInOptions } from './sign-in.ts';
import { newSessionModel } from './token-model.ts';

export interface TokenEndpointOptions extends EndpointOptions, Pick<SignInOptions, 'limits' | 'sleep'> {
  database: Database;
  keyring: Keyring;
}

/** `POST /oauth2/token` (RFC 6749, section 3.2): reads the request strictly, then leaves the grant to the library. */
export const issueToken = (options: TokenEndpointOptions, request: OAuthRequest) =>
  answer<Token>(options, request, async (form, application) => {
    const grantOptions = { ...options, application };
    const askLibrary = (model: OAuth2Server.ServerOptions['model']) => issueByLibrary(model, application, form);
    const grant = grantOf(form);
    if (grant === 'authorization_code') return tokenBody(await redeemCode(grantOptions, form, askLibrary));
    const source = loginSourceOf(application, request);
    const networkHash = application.isPublic ? source.id : null;
    if (grant === 'refresh_token') return tokenBody(await rotateRefreshToken({ ...grantOptions, networkHash }, askLibrary));
    return tokenBody(await askLibrary(newSessionModel({ ...grantOptions, source, waiting: request.waiting })));
  });

const requiredParameters: Readonly<Record<Grant, readonly string[]>> = {
  authorization_code: ['code'],
  client_credentials: [],
  password: ['username', 'password'],
  refresh_token: ['refresh_token'],
};

function grantOf(form: Form): Grant {
  const grantType = requiredParameter(form, 'grant_type');
  const grant = grants.find((one) => one === grantType);
  if (grant === undefined) throw unsupportedGrantType();
  for (const name of requiredParameters[grant]) requiredParameter(form, name);
  return grant;
}

/** The client is already authenticated. The library gets only its id and asks for no secret. */
function issueByLibrary(model: OAuth2Server.ServerOptions['model'], application: Application, form: Form): Promise<OAuth2Server.Token> {
  const server = new OAuth2Server({
    model,
    accessTokenLifetime: ACCESS_TOKEN_LIFETIME_MS / 1000,
    refreshTokenLifetime: REFRESH_TOKEN_LIFETIME_MS / 1000,
    requireClientAuthentication: { authorization_code: false, client_credentials: false, password: false, refresh_token: false },
  });
  const scope = form.get('scope');
  const body = { ...Object.fromEntries(form), ...(scope && { scope: withoutRepeats(scope) }), client_id: application.clientId };
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
  return server.token(new OAuth2Server.Request({ headers, method: 'POST', query: {}, body }), new OAuth2Server.Response());
}

/** At a refresh the library puts the scope into the token as it was asked for, including repetitions. */
const withoutRepeats = (scope: string): string => [...new Set(scope.split(' '))].join(' ') || scope;

/** The library writes `Bearer` and uses another clock for the lifetime. */
const tokenBody = ({ accessToken, refreshToken, scope = [] }: OAuth2Server.Token): Token => ({
  access_token: accessToken,
  expires_in: ACCESS_TOKEN_LIFETIME_MS / 1000,
  token_type: 'bearer',
  scope: scope.join(' '),
  ...(refreshToken !== undefined && { refresh_token: refreshToken }),
});
