import { Readable } from 'node:stream';
import { neverStored, reply, type Reply } from '@partner-ordering/http';
import type { Form } from '../form.ts';
import type { Asked, Asking } from './asked.ts';
import { html, type Html } from './html.ts';
import { pageTexts, type PageLanguage } from './texts.ts';

/** The parameters of the request, which the form sends again. */
const kept = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'ui_locales'];

const ours = new Set([...kept, 'decision', 'username', 'password']);
/** How a page names a parameter: others than ours could say to people whatever the sender likes. */
export const shownName = (name: string): string => (ours.has(name) ? name : 'a parameter');

/** Why the page is shown again. */
export interface Problem {
  status: 400 | 429;
  field: 'username' | 'password';
  text: 'required' | 'wrong' | 'slow';
  headers?: Readonly<Record<string, string>> | undefined;
}

interface SignInPage extends Asking, Pick<Asked, 'scope'> {
  language: PageLanguage;
  form: Form;
  problem?: Problem | undefined;
}

/** Names the application and what it asks for, and takes the email address and password of whoever allows it. */
export function signInPage({ language, form, application, redirectUri, scope, problem }: SignInPage): Reply {
  const texts = pageTexts[language];
  const title = texts.title(application.name);
  const hidden = kept
    .filter((name) => form.has(name))
    .map((name) => html`<input type="hidden" name="${name}" value="${form.get(name)}" />`);
  const body = html`<p>${texts.may(application.name)}</p>
    <ul>
      ${scope.map((one) => html`<li>${texts.scopes[one]}</li>`)}
    </ul>
    <p class="hint">${texts.returnTo(new URL(redirectUri).host)}</p>
    <form method="post" action="/oauth2/authorize">
      ${hidden} ${problem && html`<p class="wrong" id="wrong" role="alert">${texts[problem.text]}</p>`}
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
        value="${problem && form.get('username')}"
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
      />
      <button name="decision" value="allow">${texts.allow}</button>
      <button name="decision" value="cancel" class="other" formnovalidate>${texts.cancel}</button>
    </form>`;
  return page({
    status: problem?.status ?? 200,
    language,
    title,
    body,
    formAction: `'self' ${sourceOf(redirectUri)}`,
    headers: problem?.headers,
  });
}

/** The first wrong field has the focus, at first the first one. */
function focusOf(field: Problem['field'], problem: Problem | undefined): Html | undefined {
  if (field !== (problem?.field ?? 'username')) return undefined;
  return problem ? html` autofocus aria-invalid="true" aria-describedby="wrong"` : html` autofocus`;
}

/** The form's answer leads there. CSP knows no source for IPv6 (CSP 3, section 6.7.2.9). */
const sourceOf = (redirectUri: string): string => {
  const { origin } = new URL(redirectUri);
  return origin.includes('[') ? 'http:' : origin;
};

/** Says that a request is refused; `description` is for those who made it. */
export function refusalPage(language: PageLanguage, description: string): Reply {
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
export function foreignPage(language: PageLanguage): Reply {
  const { refused: title, foreign } = pageTexts[language];
  return page({ status: 403, language, title, body: html`<p>${foreign}</p>` });
}

interface Page {
  status: number;
  language: PageLanguage;
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
