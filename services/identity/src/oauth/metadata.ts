import { grants, scopes } from '../domain/application.ts';

/** `GET /.well-known/oauth-authorization-server` (RFC 8414). */
export function authorizationServerMetadata(issuer: string) {
  const at = (path: string) => `${issuer.replace(/\/$/, '')}${path}`;
  const clientAuthentication = ['client_secret_basic'];
  return {
    issuer,
    token_endpoint: at('/oauth2/token'),
    revocation_endpoint: at('/oauth2/revoke'),
    introspection_endpoint: at('/oauth2/introspect'),
    jwks_uri: at('/.well-known/jwks.json'),
    scopes_supported: [...scopes],
    // There is no authorization endpoint, but the field is required.
    response_types_supported: [] as string[],
    grant_types_supported: [...grants],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    introspection_endpoint_auth_methods_supported: clientAuthentication,
  };
}
