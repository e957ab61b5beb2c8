import type { Language } from '@partner-ordering/kernel';
import type { Form } from '../form.ts';
import { html, type Html } from './html.ts';
import { pageTexts } from './texts.ts';

/** The reason for showing the sign-in page again. */
export interface SignInFault {
  status: 400 | 429;
  field?: 'username' | 'password';
  text: 'required' | 'wrong' | 'wrongHere' | 'slow' | 'ended';
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Takes an email address and a password, and says what was wrong with them. */
export function credentialFields({ language, form }: { language: Language; form: Form }, fault?: SignInFault): Html {
  const texts = pageTexts[language];
  return html`${fault && html`<p class="wrong" id="wrong" role="alert">${texts[fault.text]}</p>`}
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
      value="${fault && form.get('username')}"
      ${focusOf('username', fault)}
    />
    <label for="password">${texts.password}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      maxlength="1024"
      ${focusOf('password', fault)}
    />
    <p class="hint"><a href="/account/reset">${texts.forgotten}</a></p>`;
}

/** The first wrong field has the focus, at first the first one. */
function focusOf(field: 'username' | 'password', fault: SignInFault | undefined): Html | undefined {
  if (field !== (fault?.field ?? 'username')) return undefined;
  return fault?.field ? html` autofocus aria-invalid="true" aria-describedby="wrong"` : html` autofocus`;
}
