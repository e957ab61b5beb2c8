import { acceptedLanguage, neverStored, reply, type Reply } from '@partner-ordering/http';
import { endBrowserSession } from '../../domain/people/browser-session.ts';
import { formOf, parametersOf, type Form, type OAuthRequest } from '../form.ts';
import { authorizationRefusal, OAuthRefusal } from '../refusal.ts';
import { asked, asking, stateOf } from './asked.ts';
import { codeByConsent, codeBySignIn, codeUnasked, type AuthorizationOptions, type AuthorizationRequest } from './code.ts';
import { forgetSecret, keepSecret, secretOf } from './cookie.ts';
import { consentPage, foreignPage, refusalPage, shownName, signedOutPage, signInPage } from './page.ts';
import { languages, type PageLanguage } from './texts.ts';

// The library's handler is not used: it drops the query of a redirect URI, assumes one that is not given, and redirects before it checks.

type Authorization = AuthorizationRequest & { language: PageLanguage };

/** `GET /oauth2/authorize` (RFC 6749, section 4.1.1): asks whoever has not allowed it. The body of the request is the text of its query. */
export const openAuthorizationPage = (options: AuthorizationOptions, { headers, body }: OAuthRequest): Promise<Reply> =>
  answered(
    options,
    headers,
    () => parametersOf(String(body), shownName),
    async (authorization) => {
      const { redirectUri, form } = authorization;
      const prompt = form.get('prompt')?.split(' ') ?? [];
      const { account, code } = prompt.includes('login') ? {} : await codeUnasked(options, authorization, prompt.includes('consent'));
      if (code !== undefined) return back(options, redirectUri, form, { code });
      if (!prompt.includes('none')) return account ? consentPage(authorization, account) : signInPage(authorization);
      if (account) throw authorizationRefusal('consent_required', 'The person must be asked');
      throw authorizationRefusal('login_required', 'The person must sign in');
    },
  );

/** `POST /oauth2/authorize`: what a person has decided. Other websites must not send it, or they could sign people in as somebody else. */
export async function authorizeApplication(options: AuthorizationOptions, request: OAuthRequest): Promise<Reply> {
  const { headers } = request;
  if (isForeign(options, headers)) return foreignPage(languageOf(headers));
  return answered(
    options,
    headers,
    () => formOf(request, shownName),
    async (authorization) => {
      const decision = authorization.form.get('decision');
      if (decision === 'switch') return signInPage(authorization, { headers: await signedOut(options, headers) });
      if (decision !== 'allow') throw authorizationRefusal('access_denied', 'The person has not allowed it');
      return allowed(options, authorization);
    },
  );
}

/** `POST /oauth2/sign_out`: ends the browser session. Other websites must not send this either. */
export async function signOut(options: AuthorizationOptions, { headers }: OAuthRequest): Promise<Reply> {
  const language = languageOf(headers);
  return isForeign(options, headers) ? foreignPage(language) : signedOutPage(language, await signedOut(options, headers));
}

const isForeign = ({ issuer }: AuthorizationOptions, headers: OAuthRequest['headers']): boolean =>
  headers['origin'] !== new URL(issuer).origin;

/** The header that has the browser forget it. */
async function signedOut({ database, issuer }: AuthorizationOptions, headers: OAuthRequest['headers']): Promise<Record<string, string>> {
  const secret = secretOf(headers, issuer);
  if (secret !== undefined) await endBrowserSession(database, secret);
  return forgetSecret(issuer);
}

/** The consent page says whom it has asked, the sign-in page takes a password. */
async function allowed(options: AuthorizationOptions, authorization: Authorization): Promise<Reply> {
  const { form, redirectUri } = authorization;
  if (form.has('account')) {
    const code = await codeByConsent(options, authorization);
    if (code !== undefined) return back(options, redirectUri, form, { code });
    return signInPage(authorization, { status: 400, field: 'username', text: 'ended' });
  }
  const answer = await codeBySignIn(options, authorization);
  if (!('code' in answer)) return signInPage(authorization, answer);
  return back(options, redirectUri, form, { code: answer.code }, keepSecret(options.issuer, answer.secret));
}

/** Reads and checks a request: a page says what is wrong with its application or address, and the address is told all else. */
async function answered(
  options: AuthorizationOptions,
  headers: OAuthRequest['headers'],
  read: () => Form,
  work: (authorization: Authorization) => Promise<Reply>,
): Promise<Reply> {
  let language = languageOf(headers);
  try {
    const form = read();
    language = languageOf(headers, form);
    const { application, redirectUri } = await asking(options.database, form);
    try {
      return await work({ form, headers, language, application, redirectUri, ...asked(form, application) });
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return back(options, redirectUri, form, { error: error.refusal.error, error_description: error.refusal.description });
    }
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return refusalPage(language, error.refusal.description);
  }
}

/** The first language of `ui_locales` that the page has, else by `Accept-Language`. */
function languageOf(headers: OAuthRequest['headers'], form?: Form): PageLanguage {
  const wished = (form?.get('ui_locales') ?? '').split(' ').flatMap((locale) => languages.filter((one) => one === locale.split('-')[0]));
  return wished[0] ?? acceptedLanguage(String(headers['accept-language'] ?? ''), languages);
}

/** 303 to the application, with the state that it gave and who answers (RFC 9207). */
function back(
  { issuer }: AuthorizationOptions,
  redirectUri: string,
  form: Form,
  answer: Record<string, string>,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const url = new URL(redirectUri);
  const state = stateOf(form);
  for (const [name, value] of Object.entries({ ...answer, ...(state && { state }), iss: issuer })) url.searchParams.set(name, value);
  return reply(303, undefined, { ...neverStored, ...headers, Location: url.href });
}
