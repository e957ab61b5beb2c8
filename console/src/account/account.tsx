import { createClient, type PublicInvitation } from '@partner-ordering/client';
import { useEffect, useState, type ReactNode } from 'react';
import { isMissing } from '../api/queries.ts';
import { TextField } from '../kit/fields.tsx';
import type { FormValues } from '../kit/form.tsx';
import { useReason } from '../kit/states.tsx';
import { useLanguage, useTexts } from '../text/language.tsx';
import { FormPage } from './form-page.tsx';
import { acceptInvitation, hasConsole, signIn } from './sign-in.ts';
import { accountTexts } from './texts.ts';

/** Its public operations alone are called. A person who waits is told at once what failed. */
const api = createClient({ url: location.origin, retry: { attempts: 1 }, allowsPlainHttp: true });

/** The fragment of the link in a mail, which browsers never send to a server. */
const secrets = new URLSearchParams(location.hash.slice(1));
const token = secrets.get('token') ?? '';

const passwordIn = ({ secret }: FormValues) => ({ password: secret('password') });

interface PageForm {
  Fields: () => ReactNode;
  send: (values: FormValues) => Promise<unknown>;
}

const pages: Readonly<Record<'reset' | 'password' | 'email' | 'restore', PageForm>> = {
  reset: { Fields: EmailField, send: ({ text }) => api.requestPasswordReset({ email: text('email') }) },
  password: { Fields: PasswordField, send: (values) => api.resetPassword(token, passwordIn(values)) },
  email: { Fields: () => null, send: () => api.confirmEmail(token) },
  restore: { Fields: PasswordField, send: (values) => api.restoreEmail(token, passwordIn(values)) },
};

/** The part of the address behind `/account/`. */
export type PageName = keyof typeof pages | 'invitation';

/** A page of `/account/…`. All but `reset` need the token of a mail. */
export function AccountPage({ name }: { name: PageName }) {
  const texts = useTexts(accountTexts);
  if (name !== 'reset' && token === '') return <FormPage title={texts[name].title} text={texts.usedLink} />;
  if (name === 'invitation') return <Invitation />;
  const { Fields, send } = pages[name];
  return (
    <FormPage {...texts[name]} onSubmit={send}>
      <Fields />
    </FormPage>
  );
}

function EmailField() {
  const { email } = useTexts(accountTexts).fields;
  return <TextField name="email" label={email} type="email" autoComplete="username" required />;
}

function PasswordField() {
  const { password, passwordHint } = useTexts(accountTexts).fields;
  return <TextField name="password" label={password} hint={passwordHint} type="password" autoComplete="new-password" required />;
}

/** Creates an account, or signs in who has one and accepts in their name; goes on in the console. */
function Invitation() {
  const [language, { usedLink, fields, signIn: signInTexts, invitation: texts }] = [useLanguage(), useTexts(accountTexts)];
  const [found, setFound] = useState<[PublicInvitation, isConsoleOn: boolean]>();
  const [error, setError] = useState<unknown>();
  const reason = useReason(error);
  useEffect(() => void Promise.all([api.getPublicInvitation(token), hasConsole()]).then(setFound, setError), []);
  if (!found) return <FormPage title={texts.title} text={error === undefined ? '' : isMissing(error) ? usedLink : reason} />;
  const [{ email, organization, has_user }, isConsoleOn] = found;
  const title = texts.titleOf(organization.name);
  if (has_user && !isConsoleOn) return <FormPage title={title} text={texts.hasAccount(email)} />;
  const send = async ({ text, secret }: FormValues): Promise<void> => {
    const [password, code] = [secret('password'), secrets.get('code')];
    if (!has_user) {
      const person = { firstname: text('firstname'), lastname: text('lastname'), password, locale: language, code };
      await api.createUserFromInvitation(token, person);
    }
    if (!isConsoleOn) return;
    if (has_user) await signIn(email, password).then(() => acceptInvitation(token, code));
    // If this fails, the console asks for the password again.
    else await signIn(email, password).catch(() => undefined);
    location.assign('/console/');
  };
  const userName = <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
  if (has_user)
    return (
      <FormPage title={title} text={texts.accept(email)} submit={signInTexts.submit} onSubmit={send}>
        {userName}
        <TextField name="password" label={fields.password} type="password" autoComplete="current-password" required />
      </FormPage>
    );
  return (
    <FormPage {...texts} title={title} text={texts.accountFor(email)} onSubmit={send}>
      <TextField name="firstname" label={fields.firstname} autoComplete="given-name" required />
      <TextField name="lastname" label={fields.lastname} autoComplete="family-name" required />
      {userName}
      <PasswordField />
    </FormPage>
  );
}
