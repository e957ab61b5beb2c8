import type { Database } from '@partner-ordering/data';
import { acceptedLanguage, neverStored, reply, type Reply } from '@partner-ordering/http';
import { lockedAccount, type Account } from '../../domain/account.ts';
import { allow } from '../../domain/authorization.ts';
import { AuthorizationCode } from '../../domain/authorization-code.ts';
import { formOf, parametersOf, type Form, type OAuthRequest } from '../form.ts';
import { pageSourceOf } from '../login-source.ts';
import { authorizationRefusal, OAuthRefusal } from '../refusal.ts';
import { signIn, type SignInOptions } from '../sign-in.ts';
import { asked, asking, stateOf, type Asked, type Asking } from './asked.ts';
import { foreignPage, refusalPage, shownName, signInPage, type Problem } from './page.ts';
import { languages, type PageLanguage } from './texts.ts';

// The library's handler is not used: it drops the query of a redirect URI, assumes one that is not given, and redirects before it checks.

export interface AuthorizationOptions extends Pick<SignInOptions, 'limits' | 'sleep'> {
  database: Database;
  issuer: string;
  clock: () => Date;
}

/** A valid authorization request. */
interface Authorization extends Asking, Asked {
  form: Form;
  language: PageLanguage;
}

/** `GET /oauth2/authorize` (RFC 6749, section 4.1.1): shows the page. The body of `request` is the text of its query. */
export const openAuthorizationPage = (options: AuthorizationOptions, { headers, body }: OAuthRequest): Promise<Reply> =>
  answered(
    options,
    headers,
    () => parametersOf(String(body), shownName),
    async (authorization) => signInPage(authorization),
  );

/** `POST /oauth2/authorize`: what a person has decided. Other websites must not send it, or they could sign people in as somebody else. */
export async function authorizeApplication(options: AuthorizationOptions, request: OAuthRequest): Promise<Reply> {
  const { headers } = request;
  if (headers['origin'] !== new URL(options.issuer).origin) return foreignPage(languageOf(headers));
  return answered(
    options,
    headers,
    () => formOf(request, shownName),
    async (authorization) => {
      const { form, redirectUri } = authorization;
      if (form.get('decision') !== 'allow') throw authorizationRefusal('access_denied', 'The person has not allowed it');
      const code = await codeFor(options, authorization, headers);
      return typeof code === 'string' ? back(options, redirectUri, form, { code }) : signInPage({ ...authorization, problem: code });
    },
  );
}

/** The authorization code for whoever signs in, or why nobody does. */
async function codeFor(
  options: AuthorizationOptions,
  authorization: Authorization,
  headers: OAuthRequest['headers'],
): Promise<string | Problem> {
  const { application, form } = authorization;
  const [username, password] = [form.get('username'), form.get('password')];
  if (username === undefined || password === undefined)
    return { status: 400, field: username === undefined ? 'username' : 'password', text: 'required' };
  const source = pageSourceOf(headers);
  try {
    const account = await signIn({ ...options, source }, application, { username, password });
    return (account && (await issue(options, authorization, account, source.network))) ?? { status: 400, field: 'password', text: 'wrong' };
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return { status: 429, field: 'password', text: 'slow', headers: error.refusal.headers };
  }
}

/** Undefined if the account has changed since its password was compared: what ended its sessions must end this too. */
const issue = (
  { database, clock }: AuthorizationOptions,
  { application, redirectUri, scope, codeChallenge }: Authorization,
  { gid: userGid, passwordHash }: Account,
  network: string | null,
): Promise<string | undefined> =>
  database.transactional(async (tx) => {
    const account = await lockedAccount(tx, userGid);
    if (!account?.isEnabled || account.passwordHash !== passwordHash) return undefined;
    const given = { applicationGid: application.gid, userGid, redirectUri, scope, codeChallenge, network };
    const now = clock();
    await allow(tx, given, now);
    const { code, text } = AuthorizationCode.issue(given, now);
    tx.em.persist(code);
    return text;
  });

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
      return await work({ form, language, application, redirectUri, ...asked(form, application) });
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
function back({ issuer }: AuthorizationOptions, redirectUri: string, form: Form, answer: Record<string, string>): Reply {
  const url = new URL(redirectUri);
  const state = stateOf(form);
  for (const [name, value] of Object.entries({ ...answer, ...(state && { state }), iss: issuer })) url.searchParams.set(name, value);
  return reply(303, undefined, { ...neverStored, Location: url.href });
}
