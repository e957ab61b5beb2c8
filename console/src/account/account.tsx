import { createClient, type PublicInvitation } from '@partner-ordering/client';
import { useEffect, useState, type ReactNode } from 'react';
import { isMissing } from '../api/queries.ts';
import { TextField } from '../kit/fields.tsx';
import type { Entered } from '../kit/form.tsx';
import { useReason } from '../kit/states.tsx';
import { useLanguage, useTexts } from '../text/language.tsx';
import { Asking } from './asking.tsx';
import { accountTexts } from './texts.ts';

/** Its public operations alone are called. A person who waits is told at once what failed. */
const api = createClient({ url: location.origin, retry: { attempts: 1 }, allowsPlainHttp: true });

/** The fragment of the link in a mail, which browsers never send to a server. */
const secrets = new URLSearchParams(location.hash.slice(1));
const token = secrets.get('token') ?? '';

const passwordIn = ({ secret }: Entered) => ({ password: secret('password') });

interface AskingPage {
  Fields: () => ReactNode;
  send: (entered: Entered) => Promise<unknown>;
}

const pages: Readonly<Record<'reset' | 'password' | 'email' | 'restore', AskingPage>> = {
  reset: { Fields: EmailField, send: ({ text }) => api.requestPasswordReset({ email: text('email') }) },
  password: { Fields: PasswordField, send: (entered) => api.resetPassword(token, passwordIn(entered)) },
  email: { Fields: () => null, send: () => api.confirmEmail(token) },
  restore: { Fields: PasswordField, send: (entered) => api.restoreEmail(token, passwordIn(entered)) },
};

/** The part of the address behind `/account/`. */
export type PageName = keyof typeof pages | 'invitation';

/** A page of `/account/…`. All but `reset` need the token of a mail. */
export function AccountPage({ name }: { name: PageName }) {
  const texts = useTexts(accountTexts);
  if (name !== 'reset' && token === '') return <Asking title={texts[name].title} said={texts.over} />;
  if (name === 'invitation') return <Invitation />;
  const { Fields, send } = pages[name];
  return (
    <Asking {...texts[name]} onSubmit={send}>
      <Fields />
    </Asking>
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

function Invitation() {
  const [language, { over, fields, invitation: texts }] = [useLanguage(), useTexts(accountTexts)];
  const [invitation, setInvitation] = useState<PublicInvitation>();
  const [error, setError] = useState<unknown>();
  const reason = useReason(error);
  useEffect(() => void api.getPublicInvitation(token).then(setInvitation, setError), []);
  if (!invitation) return <Asking title={texts.title} said={error === undefined ? '' : isMissing(error) ? over : reason} />;
  const { email, organization, has_user } = invitation;
  const title = texts.titleOf(organization.name);
  if (has_user) return <Asking title={title} said={texts.hasAccount(email)} />;
  const send = ({ text, secret }: Entered) =>
    api.createUserFromInvitation(token, {
      firstname: text('firstname'),
      lastname: text('lastname'),
      password: secret('password'),
      locale: language,
      code: secrets.get('code'),
    });
  return (
    <Asking {...texts} title={title} said={texts.accountFor(email)} onSubmit={send}>
      <TextField name="firstname" label={fields.firstname} autoComplete="given-name" required />
      <TextField name="lastname" label={fields.lastname} autoComplete="family-name" required />
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField />
    </Asking>
  );
}
