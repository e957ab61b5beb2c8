import { grants, scopes } from '../domain/application.ts';

/** `GET /.well-known/oauth-authorization-server` (RFC 8414). */
export function authorizationServerMetadata(issuer: string) {
  const at = (path: string) => `${issuer.replace(/\/$/, '')}${path}`;
  const withSecret = ['client_secret_basic', 'client_secret_post'];
  const withoutSecretToo = [...withSecret, 'none'];
  return {
    issuer,
    authorization_endpoint: at('/oauth2/authorize'),
    token_endpoint: at('/oauth2/token'),
    revocation_endpoint: at('/oauth2/revoke'),
    introspection_endpoint: at('/oauth2/introspect'),
    jwks_uri: at('/.well-known/jwks.json'),
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...grants],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: withoutSecretToo,
    revocation_endpoint_auth_methods_supported: withoutSecretToo,
    introspection_endpoint_auth_methods_supported: withSecret,
  };
}
