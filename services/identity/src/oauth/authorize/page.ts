import { Readable } from 'node:stream';
import { neverStored, reply, type Reply } from '@partner-ordering/http';
import type { Language } from '@partner-ordering/mail';
import type { Account } from '../../domain/account.ts';
import { html, type Html } from './html.ts';
import type { AuthorizationRequest } from './request.ts';
import { pageTexts } from './texts.ts';

/** The parameters of the request, which the form sends again. */
const kept = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'ui_locales'];

const ours = new Set([...kept, 'prompt', 'decision', 'account', 'username', 'password']);
/** How a page names a parameter: others than ours could say to people whatever the sender likes. */
export const shownName = (name: string): string => (ours.has(name) ? name : 'a parameter');

/** Why the sign-in page is shown again. */
export interface Problem {
  status: 400 | 429;
  /** The field that is wrong. */
  field?: 'username' | 'password';
  text: 'required' | 'wrong' | 'slow' | 'ended';
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Names the application and what it asks for, and takes the email address and password of whoever allows it. */
export function signInPage(request: AuthorizationRequest, problem?: Problem, headers = problem?.headers): Reply {
  const texts = pageTexts[request.language];
  const fields = html`${problem && html`<p class="wrong" id="wrong" role="alert">${texts[problem.text]}</p>`}
    <label for="username">${texts.email}</label>
    <input
      id="username"
      name="username"
      inputmode="email"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      required
      maxlength="255"
      value="${problem && request.form.get('username')}"
      ${focusOf('username', problem)}
    />
    <label for="password">${texts.password}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      maxlength="1024"
      ${focusOf('password', problem)}
    />`;
  return questionPage(request, { status: problem?.status ?? 200, headers, first: texts.signIn, fields });
}

/** Asks somebody who is signed in in the browser. */
export function consentPage(request: AuthorizationRequest, { gid, email }: Pick<Account, 'gid' | 'email'>): Reply {
  const texts = pageTexts[request.language];
  return questionPage(request, {
    status: 200,
    first: texts.signedInAs(email),
    fields: html`<input type="hidden" name="account" value="${gid}" />`,
    last: html`<button name="decision" value="switch" class="link">${texts.switch}</button>`,
  });
}

interface Answering extends Pick<Page, 'status' | 'headers'> {
  first: string;
  fields: Html;
  last?: Html;
}

function questionPage({ language, form, application, redirectUri, scope }: AuthorizationRequest, answering: Answering): Reply {
  const texts = pageTexts[language];
  const { status, headers, first, fields, last } = answering;
  const hidden = kept
    .filter((name) => form.has(name))
    .map((name) => html`<input type="hidden" name="${name}" value="${form.get(name)}" />`);
  const body = html`<p>${first} ${texts.can(application.name)}</p>
    <ul>
      ${scope.map((one) => html`<li>${texts.scopes[one]}</li>`)}
    </ul>
    <p class="hint">${texts.returnTo(new URL(redirectUri).host)}</p>
    <form method="post" action="/oauth2/authorize">
      ${hidden} ${fields}
      <button name="decision" value="allow">${texts.allow}</button>
      <button name="decision" value="cancel" class="other" formnovalidate>${texts.cancel}</button>
      ${last}
    </form>`;
  return page({ status, language, title: texts.title(application.name), body, formAction: `'self' ${sourceOf(redirectUri)}`, headers });
}

/** The first wrong field has the focus, at first the first one. */
function focusOf(field: 'username' | 'password', problem: Problem | undefined): Html | undefined {
  if (field !== (problem?.field ?? 'username')) return undefined;
  return problem?.field ? html` autofocus aria-invalid="true" aria-describedby="wrong"` : html` autofocus`;
}

/** The form's answer leads there. CSP knows no source for IPv6 (CSP 3, section 6.7.2.9). */
const sourceOf = (redirectUri: string): string => {
  const { origin } = new URL(redirectUri);
  return origin.includes('[') ? 'http:' : origin;
};

/** Says that a request is refused; `description` is for those who made it. */
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

/** Says that the form was not sent by our page. */
export function foreignPage(language: Language): Reply {
  const { refused: title, foreign } = pageTexts[language];
  return page({ status: 403, language, title, body: html`<p>${foreign}</p>` });
}

/** Asks whether to sign out in the browser. */
export function signOutPage(language: Language): Reply {
  const { signOut: title, keepAccess } = pageTexts[language];
  const body = html`<p>${keepAccess}</p>
    <form method="post" action="/oauth2/sign_out"><button>${title}</button></form>`;
  return page({ status: 200, language, title, body, formAction: "'self'" });
}

/** Says that nobody is signed in in the browser any more. */
export function signedOutPage(language: Language, headers: Readonly<Record<string, string>>): Reply {
  const { signedOut: title, keepAccess } = pageTexts[language];
  return page({ status: 200, language, title, body: html`<p>${keepAccess}</p>`, headers });
}

interface Page {
  status: number;
  language: Language;
  title: string;
  body: Html;
  formAction?: string;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** A page without scripts, in the style of the gateway's pages. */
function page({ status, language, title, body, formAction = "'none'", headers = {} }: Page): Reply {
  const { text } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/account/account.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `;
  const csp = `default-src 'none'; style-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;
  const bytes = Buffer.from(text);
  return reply(status, Readable.from([bytes]), {
    ...neverStored,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(bytes.length),
    'Content-Security-Policy': csp,
    // With `no-referrer`, which the gateway sends otherwise, a browser sends `Origin: null` with the form.
    'Referrer-Policy': 'same-origin',
    ...headers,
  });
}
