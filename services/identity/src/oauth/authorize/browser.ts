import { noStoreHeaders, reply, type Reply } from '@partner-ordering/http';
import { formOf, parametersOf, type Form, type OAuthRequest } from '../form.ts';
import { OAuthRefusal } from '../refusal.ts';
import { browserSignInPage, signedOutPage, signOutPage } from './browser-page.ts';
import { partnerOf } from './brand.ts';
import { keepLanguage, keepSecret } from './cookie.ts';
import {
  browserAccount,
  signInToBrowser,
  signOutBrowser,
  accountOfForm,
  wrongCredentials,
  type BrowserOptions,
} from './browser-sign-in.ts';
import { foreignPage, refusalPage, parameterLabel } from './page.ts';
import { isForeign, languageOf, requestedLanguage } from './request.ts';
import { returnPath } from './return-path.ts';

// Signing in and out in a browser without an application, for the console.

/**
 * `GET /oauth2/sign_in`: asks for a password unless somebody is signed in. The body of the request is its query. A partner's own host leads
 * to ours, which alone takes the form.
 */
export const openSignInPage = (options: BrowserOptions, request: OAuthRequest): Promise<Reply> =>
  answerForm(
    request,
    ({ body }) => parametersOf(body, parameterLabel),
    async (form) => {
      const { headers } = request;
      const returnTo = returnPath(form.get('return_to'));
      const { partner, isElsewhere } = await partnerOf(options, headers, form);
      if (partner && isElsewhere) {
        const query = new URLSearchParams({ return_to: returnTo, hostname: partner.hostname });
        return seeOther(`${options.issuer}/oauth2/sign_in?${query}`);
      }
      const account = await options.database.transactional((tx) => browserAccount(tx, options, headers, options.clock()));
      if (account) return seeOther(returnTo);
      const [language, chosen] = [languageOf(headers, form), requestedLanguage(form)];
      // Another website fills in no email address.
      const page = { language, form: new Map<string, string>(), returnTo, partner, product: options.product };
      return browserSignInPage(page, undefined, chosen && keepLanguage(chosen));
    },
  );

/** `POST /oauth2/sign_in`: signs a person in in the browser, by email address and password. */
export async function signInBrowser(options: BrowserOptions, request: OAuthRequest): Promise<Reply> {
  const { headers, waiting } = request;
  const language = languageOf(headers);
  if (isForeign(options, headers)) return foreignPage(language);
  return answerForm(
    request,
    (form) => formOf(form, parameterLabel),
    async (form) => {
      const returnTo = returnPath(form.get('return_to'));
      const account = await accountOfForm(options, { form, headers, waiting });
      const session = 'status' in account ? undefined : await signInToBrowser(options, headers, account, async () => undefined);
      if (session) return seeOther(returnTo, keepSecret(options.issuer, session.secret));
      const { partner } = await partnerOf(options, headers, form);
      const page = { language, form, returnTo, partner, product: options.product };
      return browserSignInPage(page, 'status' in account ? account : wrongCredentials());
    },
  );
}

/** `GET /oauth2/sign_out`: asks whether to end the browser session. Applications link to it. */
export const openSignOutPage = async ({ headers }: OAuthRequest): Promise<Reply> => signOutPage(languageOf(headers));

/** `POST /oauth2/sign_out`: ends the browser session. Other websites must not send it. A form may name where to sign in again. */
export async function signOut(options: BrowserOptions, request: OAuthRequest): Promise<Reply> {
  const { headers } = request;
  const language = languageOf(headers);
  if (isForeign(options, headers)) return foreignPage(language);
  return answerForm(
    request,
    ({ body }) => parametersOf(body, parameterLabel),
    async (form) => {
      const returnTo = form.has('return_to') ? returnPath(form.get('return_to')) : undefined;
      const signOutHeaders = { ...(await signOutBrowser(options, headers)), ...clearedCache };
      if (returnTo === undefined) return signedOutPage(language, signOutHeaders);
      return seeOther(`/oauth2/sign_in?${new URLSearchParams({ return_to: returnTo })}`, signOutHeaders);
    },
  );
}

/** Hides the console's stored answers from the browser's next user. */
const clearedCache = { 'Clear-Site-Data': '"cache"' };

const seeOther = (path: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  reply(303, undefined, { ...noStoreHeaders, ...headers, Location: path });

/** Reads a form or query, and answers; a page says what is wrong with it. */
async function answerForm(
  request: OAuthRequest,
  read: (request: OAuthRequest) => Form,
  answer: (form: Form) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await answer(read(request));
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return refusalPage(languageOf(request.headers), error.refusal.description);
  }
}
