import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { TextField } from '../kit/fields.tsx';
import { FormButton } from '../kit/dialog.tsx';
import { Facts, Section } from '../kit/page.tsx';
import { useTexts } from '../text/language.tsx';
import { profileTexts } from './texts.ts';

/** One's email address and password. */
export function SigningIn() {
  const texts = useTexts(profileTexts);
  const { me } = useSession();
  return (
    <Section title={texts.signIn}>
      <Facts entries={[[texts.email, me.email]]} />
      {me.pending_email != null && <p role="status">{texts.pending(me.pending_email)}</p>}
      <div className="actions">
        <FormButton
          label={texts.changeEmail}
          done={texts.emailMailed}
          onSubmit={({ text, secret }) => api.updateMe({ email: text('email'), current_password: secret('current_password') })}
        >
          <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
          <TextField name="email" label={texts.newEmail} hint={texts.newEmailHint} type="email" autoComplete="email" required />
          <TextField name="current_password" label={texts.currentPassword} type="password" autoComplete="current-password" required />
        </FormButton>
        <FormButton
          label={texts.changePassword}
          done={texts.passwordChanged}
          onSubmit={({ secret }) => api.changePassword({ current_password: secret('current_password'), password: secret('password') })}
        >
          <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
          <TextField name="current_password" label={texts.currentPassword} type="password" autoComplete="current-password" required />
          <TextField
            name="password"
            label={texts.newPassword}
            hint={texts.passwordHint}
            type="password"
            autoComplete="new-password"
            required
          />
        </FormButton>
      </div>
    </Section>
  );
}
