import { useSession } from '../app/session.tsx';
import { Page } from '../kit/page.tsx';
import { useTexts } from '../text/language.tsx';
import { PersonalData } from './personal-data.tsx';
import { Authorizations } from './authorizations.tsx';
import { NotificationChoice } from './notifications.tsx';
import { Sessions } from './sessions.tsx';
import { SigningIn } from './signing-in.tsx';
import { profileTexts } from './texts.ts';

/** The user's own data, their password and sessions, and the applications that act for them. */
export function Profile() {
  const { organization } = useSession();
  return (
    <Page title={useTexts(profileTexts).title}>
      <div className="columns">
        <PersonalData />
        <div className="stack">
          <SigningIn />
          {organization !== null && <NotificationChoice />}
        </div>
      </div>
      <Sessions />
      <Authorizations />
    </Page>
  );
}
