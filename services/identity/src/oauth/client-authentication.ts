import type { Database } from '@partner-ordering/data';
import { Application } from '../domain/application.ts';
import { secretMatchesAny } from '../domain/secret.ts';
import type { Form, OAuthRequest } from './form.ts';
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

/** The application that sent the request. Throws `invalid_client`, or `invalid_request` when it authenticates in two ways. */
export async function authenticateClient(
  database: Pick<Database, 'orm'>,
  { headers }: OAuthRequest,
  form: Form,
  now: Date,
): Promise<Application> {
  const { authorization } = headers;
  if (authorization === undefined) return publicClient(database, form);
  const credentials = basicCredentials(typeof authorization === 'string' ? authorization : undefined);
  if (credentials === undefined) throw withoutSecret();
  const { clientId, secret } = credentials;
  if (form.has('client_secret')) throw invalidRequest('The client may authenticate in one way only');
  if ((form.get('client_id') ?? clientId) !== clientId) throw invalidRequest('client_id names another client');
  const application = await clientOf(database, clientId);
  const hasSecret = application === null ? secretMatchesAny(secret, []) : application.hasSecret(secret, now);
  if (!hasSecret || !application?.isEnabled) throw disabledClient();
  return application;
}

/** The public application that the form names (RFC 6749, section 3.2.1). */
async function publicClient(database: Pick<Database, 'orm'>, form: Form): Promise<Application> {
  const clientId = form.get('client_id');
  if (clientId === undefined) throw unnamedClient();
  const application = form.has('client_secret') ? null : await clientOf(database, clientId);
  if (!application?.isPublic) throw withoutSecret();
  if (!application.isEnabled) throw disabledClient();
  return application;
}

// PostgreSQL cannot store NUL, so no client id has one.
const clientOf = async ({ orm }: Pick<Database, 'orm'>, clientId: string): Promise<Application | null> =>
  clientId.includes('\0') ? null : orm.em.fork().findOne(Application, { clientId });
