import { acceptedLanguage } from '@partner-ordering/http';
import { languages, type Language } from '@partner-ordering/kernel';
import type { Application, Scope } from '../../domain/application.ts';
import type { FindClient } from '../find-client.ts';
import { requiredParameter, type Form, type OAuthRequest } from '../form.ts';
import { authorizationRefusal, invalidRequest } from '../refusal.ts';
import { chosenLanguage } from './cookie.ts';
import { grantedScopes } from '../scopes.ts';

/** Whether another website has sent a form, which could sign in people under a foreign account. */
export const isForeign = ({ issuer }: { issuer: string }, headers: OAuthRequest['headers']): boolean =>
  headers['origin'] !== new URL(issuer).origin;

/** The first language of `ui_locales` that the page has. */
export const requestedLanguage = (form: Form | undefined): Language | undefined =>
  (form?.get('ui_locales') ?? '').split(' ').flatMap((locale) => languages.filter((one) => one === locale.split('-')[0]))[0];

/** The language of `ui_locales`, or that which the person chose; otherwise by `Accept-Language`. */
export const languageOf = (headers: OAuthRequest['headers'], form?: Form): Language =>
  requestedLanguage(form) ?? chosenLanguage(headers) ?? acceptedLanguage(String(headers['accept-language'] ?? ''), languages);

/** As in the document. */
const MAX_STATE_LENGTH = 2_048;
/** Printable characters (RFC 6749, appendix A.5), which browsers send unchanged in a form. */
const statePattern = new RegExp(`^[\\x20-\\x7e]{1,${MAX_STATE_LENGTH}}$`);
/** SHA-256 in base64url (RFC 7636, section 4.2). */
const challengePattern = /^[\w-]{43}$/;

/** A valid authorization request, with its form and headers. */
export interface AuthorizationRequest {
  application: Application;
  /** The address to which the person returns. */
  redirectUri: string;
  scope: Scope[];
  codeChallenge: string;
  form: Form;
  headers: OAuthRequest['headers'];
  waiting: OAuthRequest['waiting'];
  language: Language;
  /** The browser's network; null if unknown. */
  network: string | null;
}

/** Throws unless the address belongs to the application: nobody may be sent elsewhere, even with an error (RFC 9700, section 4.11). */
export async function redirection(findClient: FindClient, form: Form): Promise<Pick<AuthorizationRequest, 'application' | 'redirectUri'>> {
  const clientId = requiredParameter(form, 'client_id');
  const redirectUri = requiredParameter(form, 'redirect_uri');
  const application = await findClient(clientId);
  if (!application?.isEnabled || !application.mayUse('authorization_code')) throw invalidRequest('client_id: may not ask here');
  if (!application.redirectsTo(redirectUri)) throw invalidRequest('redirect_uri: is not one of the application');
  return { application, redirectUri };
}

/** The state, which the answer repeats; undefined for an invalid one, which is refused without it: what it says is not safe to repeat. */
export const stateOf = (form: Form): string | undefined => statePattern.exec(form.get('state') ?? '')?.[0];

/** Throws the faults that the application gets at its address. */
export function scopeAndChallenge(form: Form, application: Application): Pick<AuthorizationRequest, 'scope' | 'codeChallenge'> {
  if (stateOf(form) !== form.get('state')) throw invalidRequest(`state: must have at most ${MAX_STATE_LENGTH} printable characters`);
  if (requiredParameter(form, 'response_type') !== 'code')
    throw authorizationRefusal('unsupported_response_type', 'The response type must be code');
  const codeChallenge = requiredParameter(form, 'code_challenge');
  // The default method is `plain`, whose challenge any reader of the request can answer.
  if (form.get('code_challenge_method') !== 'S256') throw invalidRequest('code_challenge_method: must be S256');
  if (!challengePattern.test(codeChallenge)) throw invalidRequest('code_challenge: must have 43 characters of base64url');
  const scope = grantedScopes(form.get('scope')?.split(' '), application);
  if (!scope) throw authorizationRefusal('invalid_scope', 'A scope is unknown or not allowed here');
  return { scope, codeChallenge };
}
