import type { Application } from '../domain/application.ts';
import { secretMatchesAny } from '../domain/secret.ts';
import type { Form, OAuthRequest } from './form.ts';
import type { FindClient } from './find-client.ts';
import { disabledClient, invalidRequest, unnamedClient, withoutSecret } from './refusal.ts';

/** Reads HTTP Basic credentials (RFC 7617), whose parts are form-encoded (RFC 6749, section 2.3.1). Undefined for any other header. */
export function basicCredentials(authorization: string | undefined): { clientId: string; secret: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  try {
    return { clientId: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** The application that sent the request. Throws `invalid_client`, or `invalid_request` when it authenticates in two ways that differ. */
export async function authenticateClient(
  findClient: FindClient,
  { headers }: Pick<OAuthRequest, 'headers'>,
  form: Form,
  now: Date,
): Promise<Application> {
  const { clientId, secret } = credentialsOf(headers.authorization, form);
  const application = await findClient(clientId);
  if (secret === undefined) {
    // A public application only names itself (RFC 6749, section 3.2.1).
    if (!application?.isPublic) throw withoutSecret();
  } else if (!(application === null ? secretMatchesAny(secret, []) : application.hasSecret(secret, now))) throw disabledClient();
  if (!application?.isEnabled) throw disabledClient();
  return application;
}

/** Credentials of HTTP Basic, or of the form (RFC 6749, section 2.3.1); of both if they are the same. */
function credentialsOf(authorization: OAuthRequest['headers'][string], form: Form): { clientId: string; secret: string | undefined } {
  const [clientId, secret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === undefined) {
    if (clientId === undefined) throw unnamedClient();
    return { clientId, secret };
  }
  const basic = basicCredentials(typeof authorization === 'string' ? authorization : undefined);
  if (basic === undefined) throw withoutSecret();
  if ((clientId ?? basic.clientId) !== basic.clientId) throw invalidRequest('client_id: is another than in Authorization');
  if ((secret ?? basic.secret) !== basic.secret) throw invalidRequest('client_secret: is another than in Authorization');
  return basic;
}
