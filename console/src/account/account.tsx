import { createClient, type PublicInvitation } from '@partner-ordering/client';
import { useEffect, useState, type ReactNode } from 'react';
import { isMissing } from '../api/queries.ts';
import { TextField } from '../kit/fields.tsx';
import type { FormValues } from '../kit/form.tsx';
import { useReason } from '../kit/states.tsx';
import { useLanguage, useTexts } from '../text/language.tsx';
import { FormPage } from './form-page.tsx';
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

function Invitation() {
  const [language, { usedLink, fields, invitation: texts }] = [useLanguage(), useTexts(accountTexts)];
  const [invitation, setInvitation] = useState<PublicInvitation>();
  const [error, setError] = useState<unknown>();
  const reason = useReason(error);
  useEffect(() => void api.getPublicInvitation(token).then(setInvitation, setError), []);
  if (!invitation) return <FormPage title={texts.title} text={error === undefined ? '' : isMissing(error) ? usedLink : reason} />;
  const { email, organization, has_user } = invitation;
  const title = texts.titleOf(organization.name);
  if (has_user) return <FormPage title={title} text={texts.hasAccount(email)} />;
  const send = ({ text, secret }: FormValues) =>
    api.createUserFromInvitation(token, {
      firstname: text('firstname'),
      lastname: text('lastname'),
      password: secret('password'),
      locale: language,
      code: secrets.get('code'),
    });
  return (
    <FormPage {...texts} title={title} text={texts.accountFor(email)} onSubmit={send}>
      <TextField name="firstname" label={fields.firstname} autoComplete="given-name" required />
      <TextField name="lastname" label={fields.lastname} autoComplete="family-name" required />
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField />
    </FormPage>
  );
}
