import { noStoreHeaders, reply, type Reply } from '@partner-ordering/http';
import { formOf, parametersOf, type Form, type OAuthRequest } from '../form.ts';
import { pageSourceOf } from '../login-source.ts';
import { authorizationRefusal, OAuthRefusal } from '../refusal.ts';
import { codeByBrowserSession, codeByConsent, codeBySignIn, type AuthorizationOptions } from './code.ts';
import { keepSecret } from './cookie.ts';
import { signOutBrowser } from './browser-sign-in.ts';
import { consentPage, foreignPage, refusalPage, parameterLabel, signInPage } from './page.ts';
import { isForeign, languageOf, redirection, scopeAndChallenge, stateOf, type AuthorizationRequest } from './request.ts';

// The library's handler drops the query of a redirect URI, assumes an absent one, and redirects before it checks. So we do not use it.

/** `GET /oauth2/authorize` (RFC 6749, section 4.1.1): asks for an authorization unless it exists. The body of the request is its query. */
export const openAuthorizationPage = (options: AuthorizationOptions, httpRequest: OAuthRequest): Promise<Reply> =>
  answerRequest(options, httpRequest, ({ body }) => parametersOf(body, parameterLabel), openPage);

/** `POST /oauth2/authorize`: a person's decision. Other websites must not send it. */
export async function authorizeApplication(options: AuthorizationOptions, httpRequest: OAuthRequest): Promise<Reply> {
  if (isForeign(options, httpRequest.headers)) return foreignPage(languageOf(httpRequest.headers));
  return answerRequest(options, httpRequest, (form) => formOf(form, parameterLabel), decide);
}

async function openPage(options: AuthorizationOptions, request: AuthorizationRequest): Promise<Reply> {
  const prompt = request.form.get('prompt')?.split(' ') ?? [];
  const { account, code } = prompt.includes('login') ? {} : await codeByBrowserSession(options, request, prompt.includes('consent'));
  if (code !== undefined) return redirectBack(options, request, { code });
  if (!prompt.includes('none')) return account ? consentPage(request, account) : signInPage(request);
  if (account) throw authorizationRefusal('consent_required', 'The person must be asked');
  throw authorizationRefusal('login_required', 'The person must sign in');
}

async function decide(options: AuthorizationOptions, request: AuthorizationRequest): Promise<Reply> {
  const { form, headers } = request;
  const decision = form.get('decision');
  if (decision === 'switch') return signInPage(request, undefined, await signOutBrowser(options, headers));
  if (decision !== 'allow') throw authorizationRefusal('access_denied', 'The person has not allowed it');
  // The consent page names the asked account, the sign-in page takes a password.
  const answer = await (form.has('account') ? codeByConsent : codeBySignIn)(options, request);
  if (!('code' in answer)) return signInPage(request, answer);
  options.wakeJobs();
  const { code, secret } = answer;
  return redirectBack(options, request, { code }, secret === undefined ? {} : keepSecret(options.issuer, secret));
}

/** Reads and checks a request. A page shows faults of its application or address; the address gets all other faults. */
async function answerRequest(
  options: AuthorizationOptions,
  httpRequest: OAuthRequest,
  read: (httpRequest: OAuthRequest) => Form,
  answer: (options: AuthorizationOptions, request: AuthorizationRequest) => Promise<Reply>,
): Promise<Reply> {
  const { headers, waiting } = httpRequest;
  let form: Form | undefined;
  let target: Awaited<ReturnType<typeof redirection>> | undefined;
  try {
    form = read(httpRequest);
    target = await redirection(options.findClient, form);
    const { network } = pageSourceOf(headers);
    const parameters = scopeAndChallenge(form, target.application);
    return await answer(options, { ...target, ...parameters, form, headers, waiting, network, language: languageOf(headers, form) });
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    const { error: code, description } = error.refusal;
    if (form && target) return redirectBack(options, { form, ...target }, { error: code, error_description: description });
    return refusalPage(languageOf(headers, form), description);
  }
}

/** 303 to the application, with its state and our issuer (RFC 9207). */
function redirectBack(
  { issuer }: AuthorizationOptions,
  { redirectUri, form }: Pick<AuthorizationRequest, 'form' | 'redirectUri'>,
  answer: Record<string, string>,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const url = new URL(redirectUri);
  const state = stateOf(form);
  for (const [name, value] of Object.entries({ ...answer, ...(state && { state }), iss: issuer })) url.searchParams.set(name, value);
  return reply(303, undefined, { ...noStoreHeaders, ...headers, Location: url.href });
}
