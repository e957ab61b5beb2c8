import { noStoreHeaders, reply, type Reply } from '@partner-ordering/http';
import { formOf, parametersOf, type Form, type OAuthRequest } from '../form.ts';
import { OAuthRefusal } from '../refusal.ts';
import { browserSignInPage, signedOutPage, signOutPage } from './browser-page.ts';
import { keepSecret } from './cookie.ts';
import { accountInBrowser, beginInBrowser, signedOut, typedAccount, wrong, type BrowserOptions } from './in-browser.ts';
import { foreignPage, refusalPage, shownName } from './page.ts';
import { isForeign, languageOf } from './request.ts';
import { returnPath } from './return-path.ts';

// Signing in and out in a browser without an application, for the console.

/** `GET /oauth2/sign_in`: asks for a password unless somebody is signed in. The body of the request is its query. */
export const openSignInPage = (options: BrowserOptions, sent: OAuthRequest): Promise<Reply> =>
  answered(
    sent,
    ({ body }) => parametersOf(body, shownName),
    async (form) => {
      const returnTo = returnPath(form.get('return_to'));
      const known = await options.database.transactional((tx) => accountInBrowser(tx, options, sent.headers, options.clock()));
      // Another website fills in no email address.
      return known ? seeOther(returnTo) : browserSignInPage({ language: languageOf(sent.headers), form: new Map(), returnTo });
    },
  );

/** `POST /oauth2/sign_in`: signs a person in in the browser, by email address and password. */
export async function signInBrowser(options: BrowserOptions, sent: OAuthRequest): Promise<Reply> {
  const { headers, waiting } = sent;
  const language = languageOf(headers);
  if (isForeign(options, headers)) return foreignPage(language);
  return answered(
    sent,
    (form) => formOf(form, shownName),
    async (form) => {
      const returnTo = returnPath(form.get('return_to'));
      const account = await typedAccount(options, { form, headers, waiting });
      const begun = 'status' in account ? undefined : await beginInBrowser(options, headers, account, async () => undefined);
      if (begun) return seeOther(returnTo, keepSecret(options.issuer, begun.secret));
      return browserSignInPage({ language, form, returnTo }, 'status' in account ? account : wrong());
    },
  );
}

/** `GET /oauth2/sign_out`: asks whether to end the browser session. Applications link to it. */
export const openSignOutPage = async ({ headers }: OAuthRequest): Promise<Reply> => signOutPage(languageOf(headers));

/** `POST /oauth2/sign_out`: ends the browser session. Other websites must not send this either. A form may say where one signs in again. */
export async function signOut(options: BrowserOptions, sent: OAuthRequest): Promise<Reply> {
  const { headers } = sent;
  const language = languageOf(headers);
  if (isForeign(options, headers)) return foreignPage(language);
  return answered(
    sent,
    ({ body }) => parametersOf(body, shownName),
    async (form) => {
      const returnTo = form.has('return_to') ? returnPath(form.get('return_to')) : undefined;
      const forgotten = { ...(await signedOut(options, headers)), ...cleared };
      if (returnTo === undefined) return signedOutPage(language, forgotten);
      return seeOther(`/oauth2/sign_in?${new URLSearchParams({ return_to: returnTo })}`, forgotten);
    },
  );
}

/** Nobody else at the browser sees what it has stored of the console. */
const cleared = { 'Clear-Site-Data': '"cache"' };

const seeOther = (path: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  reply(303, undefined, { ...noStoreHeaders, ...headers, Location: path });

/** Reads a form or query, and answers; a page says what is wrong with it. */
async function answered(sent: OAuthRequest, read: (sent: OAuthRequest) => Form, answer: (form: Form) => Promise<Reply>): Promise<Reply> {
  try {
    return await answer(read(sent));
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return refusalPage(languageOf(sent.headers), error.refusal.description);
  }
}
