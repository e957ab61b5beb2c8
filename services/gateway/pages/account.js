// The pages that links in mails lead to, and the one that asks for such a mail. The token stands behind `#`, which browsers never send to a server.
import { texts } from './account-texts.js';

const language = /^fr\b/i.test(navigator.language) ? 'fr' : 'en';
const text = texts[language];
const secrets = new URLSearchParams(location.hash.slice(1));
const token = encodeURIComponent(secrets.get('token') ?? '');

const main = document.querySelector('main');
const form = document.querySelector('form');
const heading = document.querySelector('h1');
const status = document.getElementById('status');

/** Calls the API; `problem` is undefined when it went well. */
async function call(method, path, body) {
  try {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (answer.ok) return { body: answer.status === 200 ? await answer.json() : undefined };
    if (answer.status === 404) return { problem: text.over };
    if (answer.status === 400) return { problem: text.wrong, details: (await answer.json()).error.details ?? [] };
    return { problem: answer.status === 429 ? text.slow : text.later };
  } catch {
    return { problem: text.later };
  }
}

/** What each page shows first and what its form does: `done` is said when it went well. All but `isForAll` need a token. */
const pages = {
  reset: {
    title: text.forgotPassword,
    isForAll: true,
    open: async () => ({ said: text.resetHint }),
    send: ({ email }) => call('POST', '/p/password_resets', { email }),
    done: text.linkSent,
  },
  password: {
    title: text.choosePassword,
    open: async () => ({}),
    send: ({ password }) => call('PUT', `/p/password_resets/${token}`, { password }),
    done: text.passwordSaved,
  },
  email: {
    title: text.confirmEmail,
    open: async () => ({ said: text.confirmHint }),
    send: () => call('POST', `/p/email_confirmations/${token}`),
    done: text.emailConfirmed,
  },
  restore: {
    title: text.restoreEmail,
    open: async () => ({ said: text.restoreHint }),
    send: ({ password }) => call('PUT', `/p/email_restorations/${token}`, { password }),
    done: text.emailRestored,
  },
  invitation: {
    title: text.invitation,
    open: async () => {
      const { body, problem } = await call('GET', `/p/invitations/${token}`);
      if (problem) return { problem };
      const name = document.createElement('bdi');
      name.textContent = body.organization.name;
      heading.replaceChildren(`${text.invitationTo} `, name);
      if (body.has_user) return { problem: text.hasAccount(body.email) };
      form.elements.username.value = body.email;
      return { said: text.accountFor(body.email) };
    },
    send: ({ firstname, lastname, password }) => {
      const code = secrets.get('code');
      return call('POST', `/p/invitations/${token}/user`, { firstname, lastname, password, locale: language, ...(code ? { code } : {}) });
    },
    done: text.signedUp,
  },
};

function showDetails(details) {
  for (const place of form.querySelectorAll('.wrong')) place.textContent = '';
  for (const input of form.elements) input.removeAttribute('aria-invalid');
  let first;
  for (const { path, code, message } of details) {
    const [input, place] = [form.elements[path], document.getElementById(`${path}-wrong`)];
    if (!place) continue;
    place.textContent = text.faults[code] ?? message;
    input.setAttribute('aria-invalid', 'true');
    first ??= input;
  }
  first?.focus();
  return first !== undefined;
}

function end(said) {
  // What was used up need not stay in the history.
  history.replaceState(null, '', location.pathname);
  form.hidden = true;
  status.textContent = said;
  heading.focus();
}

const page = pages[main.dataset.page];
document.documentElement.lang = language;
document.title = heading.textContent = page.title;
for (const element of document.querySelectorAll('[data-text]')) element.textContent = text[element.dataset.text];

const { said = '', problem } = token === '' && !page.isForAll ? { problem: text.over } : await page.open();
status.textContent = problem ?? said;
form.hidden = problem !== undefined;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  const given = Object.fromEntries(new FormData(form));
  const empty = [...form.elements]
    .filter((input) => input.required && input.value === '')
    .map((input) => ({ path: input.name, code: 'required' }));
  if (showDetails(empty)) return;
  button.disabled = true;
  const { problem: refused, details = [] } = await page.send(given);
  button.disabled = false;
  if (!refused) end(page.done);
  else if (refused === text.over) end(refused);
  else
    status.textContent = showDetails(details)
      ? text.wrong
      : [refused, ...details.map(({ code, message }) => text.faults[code] ?? message)].join(' ');
});
