import type { Reply } from '@partner-ordering/http';
import type { Language } from '@partner-ordering/kernel';
import type { Account } from '../../domain/account.ts';
import { credentialFields, type SignInFault } from './credentials.ts';
import { html, type Html } from './html.ts';
import { page, type Page } from './layout.ts';
import type { AuthorizationRequest } from './request.ts';
import { pageTexts } from './texts.ts';

/** The parameters of the request, which the form repeats. */
const repeatedParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'ui_locales',
];

const knownParameters = new Set([...repeatedParameters, 'prompt', 'decision', 'account', 'username', 'password', 'return_to', 'hostname']);
/** A parameter's name on a page. Unknown names are hidden, as a sender could choose them to mislead people. */
export const parameterLabel = (name: string): string => (knownParameters.has(name) ? name : 'a parameter');

/** Names the application and its scopes, and takes the email address and password of a person who allows it. */
export function signInPage(request: AuthorizationRequest, fault?: SignInFault, headers = fault?.headers): Reply {
  const texts = pageTexts[request.language];
  const fields = credentialFields(request, fault);
  return questionPage(request, { status: fault?.status ?? 200, headers, text: texts.signIn, fields });
}

/** Asks the person who is signed in in the browser. */
export function consentPage(request: AuthorizationRequest, { gid, email }: Pick<Account, 'gid' | 'email'>): Reply {
  const texts = pageTexts[request.language];
  return questionPage(request, {
    status: 200,
    text: texts.signedInAs(email),
    fields: html`<input type="hidden" name="account" value="${gid}" />`,
    addition: html`<button name="decision" value="switch" class="link">${texts.switch}</button>`,
  });
}

interface Question extends Pick<Page, 'status' | 'headers'> {
  text: string;
  fields: Html;
  addition?: Html;
}

function questionPage({ language, form, application, redirectUri, scope }: AuthorizationRequest, question: Question): Reply {
  const texts = pageTexts[language];
  const { status, headers, text, fields, addition } = question;
  const hidden = repeatedParameters
    .filter((name) => form.has(name))
    .map((name) => html`<input type="hidden" name="${name}" value="${form.get(name)}" />`);
  const body = html`<p>${text} ${texts.can(application.name)}</p>
    <ul>
      ${scope.map((one) => html`<li>${texts.scopes[one]}</li>`)}
    </ul>
    <p class="hint">${texts.returnTo(new URL(redirectUri).host)}</p>
    <form method="post" action="/oauth2/authorize">
      ${hidden} ${fields}
      <button name="decision" value="allow">${texts.allow}</button>
      <button name="decision" value="cancel" class="other" formnovalidate>${texts.cancel}</button>
      ${addition}
    </form>`;
  const formAction = `'self' ${sourceOf(redirectUri)}`;
  return page({ status, language, title: texts.title(application.name), body, formAction, keepsOpener: true, headers });
}

/** The target of the form's answer. CSP knows no source for IPv6 (CSP 3, section 6.7.2.9). */
const sourceOf = (redirectUri: string): string => {
  const { origin } = new URL(redirectUri);
  return origin.includes('[') ? 'http:' : origin;
};

/** Says that a request is refused; `description` is for the application's developers. */
export function refusalPage(language: Language, description: string): Reply {
  const { refused: title, askAgain } = pageTexts[language];
  return page({
    status: 400,
    language,
    title,
    body: html`<p>${askAgain}</p>
      <p class="hint">${description}</p>`,
  });
}

/** Says that another website sent the form. */
export function foreignPage(language: Language): Reply {
  const { refused: title, foreign } = pageTexts[language];
  return page({ status: 403, language, title, body: html`<p>${foreign}</p>` });
}
