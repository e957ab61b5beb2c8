import type { Reply } from '@partner-ordering/http';
import type { Language } from '@partner-ordering/kernel';
import type { Form } from '../form.ts';
import { brandLine, languageLinks, type Brand } from './brand.ts';
import { credentialFields, type SignInFault } from './credentials.ts';
import { html } from './html.ts';
import { page } from './layout.ts';
import { pageTexts } from './texts.ts';

/** What the sign-in page is asked for. */
export interface SignInPage extends Brand {
  language: Language;
  form: Form;
  /** The address after the sign-in. */
  returnTo: string;
}

/** Takes a person's email address and password for a sign-in without an application. */
export function browserSignInPage(request: SignInPage, fault?: SignInFault, headers = fault?.headers): Reply {
  const { language, returnTo, partner, product } = request;
  const { signInTitle: title } = pageTexts[language];
  const parameters = { return_to: returnTo, ...(partner && { hostname: partner.hostname }) };
  const hidden = Object.entries(parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  const body = html`${brandLine(request)}
    <form method="post" action="/oauth2/sign_in">
      ${hidden} ${credentialFields(request, fault)}
      <button>${title}</button>
    </form>
    ${languageLinks(language, parameters)}`;
  const about = { title: `${title} – ${product}`, heading: title, hasImages: true };
  return page({ status: fault?.status ?? 200, language, ...about, body, formAction: "'self'", headers });
}

/** Asks whether to sign out in the browser. */
export function signOutPage(language: Language): Reply {
  const { signOut: title, keepAccess } = pageTexts[language];
  const body = html`<p>${keepAccess}</p>
    <form method="post" action="/oauth2/sign_out"><button>${title}</button></form>`;
  return page({ status: 200, language, title, body, formAction: "'self'" });
}

/** Says that the browser is signed out. */
export function signedOutPage(language: Language, headers: Readonly<Record<string, string>>): Reply {
  const { signedOut: title, keepAccess } = pageTexts[language];
  return page({ status: 200, language, title, body: html`<p>${keepAccess}</p>`, headers });
}
