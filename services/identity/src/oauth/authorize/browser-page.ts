import type { Reply } from '@partner-ordering/http';
import type { Language } from '@partner-ordering/kernel';
import type { Form } from '../form.ts';
import { credentialFields, type SignInFault } from './credentials.ts';
import { html } from './html.ts';
import { page } from './layout.ts';
import { pageTexts } from './texts.ts';

/** Takes a person's email address and password for a sign-in without an application. `returnTo` is the address after it. */
export function browserSignInPage(request: { language: Language; form: Form; returnTo: string }, fault?: SignInFault): Reply {
  const { signInTitle: title } = pageTexts[request.language];
  const body = html`<form method="post" action="/oauth2/sign_in">
    <input type="hidden" name="return_to" value="${request.returnTo}" />
    ${credentialFields(request, fault)}
    <button>${title}</button>
  </form>`;
  const { status = 200, headers } = fault ?? {};
  return page({ status, language: request.language, title, body, formAction: "'self'", headers });
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
