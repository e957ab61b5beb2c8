import { AuthenticationError, type Me, type Membership } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { api, signInAddress } from '../api/client.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Failure, Loading } from '../kit/states.tsx';
import { isMissing, meKey, queries } from '../api/queries.ts';
import { organizationQuery } from '../api/reads.ts';
import { LanguageProvider, languageOf, useTexts } from '../text/language.tsx';
import { frameTexts } from './texts.ts';

/** The signed-in user, and the organization for which they act. */
export interface Session {
  me: Required<Pick<Me, 'gid' | 'firstname' | 'lastname' | 'email' | 'avatar'>> & Me;
  memberships: Membership[];
  /** Null for a person without an organization, and for our staff until they choose one. */
  organization: Membership['organization'] | null;
  /** Whether the user is a member of that organization; our staff never is. */
  isMember: boolean;
  /** Whether the user may do what managers of that organization do. */
  isManager: boolean;
  isAdmin: boolean;
  /** Chooses the organization for which our staff acts; null for none. Navigate after it. */
  act: (organizationGid: string | null) => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);
const ORGANIZATION_KEY = 'organization';

/** The session of this page. Throws outside `SessionProvider`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('there is no session here');
  return session;
}

/** The organization that a screen is about; only shown to people who have one. */
export function useOrganization(): Membership['organization'] {
  const { organization } = useSession();
  if (organization === null) throw new Error('there is no organization here');
  return organization;
}

/** Data of one person must not reach the next user, who signs in in another tab. */
function forgetOthers(me: Me): Me {
  const previous = queries.getQueryData<Me>(meKey);
  if (previous !== undefined && previous.gid !== me.gid) queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  return me;
}

/** Reads the signed-in user and shows its children in their language. Without a session it leads to the sign-in page. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data: me, error } = useQuery({ queryKey: meKey, queryFn: ({ signal }) => api.getMe({}, { signal }).then(forgetOthers) });
  const isSignedOut = error instanceof AuthenticationError;
  useEffect(() => {
    if (isSignedOut && me === undefined) location.replace(signInAddress());
  }, [isSignedOut, me]);
  const placeholder = error && !isSignedOut ? <Failure error={error} /> : <Loading />;
  return (
    // The key removes everything of one user, even the language, before the next user sees the screen.
    <LanguageProvider key={me?.gid} language={languageOf([me?.locale ?? [], navigator.languages].flat())}>
      {me === undefined ? placeholder : <SessionOf me={me as Session['me']} children={children} />}
      {isSignedOut && me !== undefined && <SignedOut />}
    </LanguageProvider>
  );
}

function SessionOf({ me, children }: { me: Session['me']; children: ReactNode }) {
  const [chosenGid, setChosenGid] = useState(() => localStorage.getItem(ORGANIZATION_KEY));
  const { member_of: memberships = [], roles = [] } = me;
  const isAdmin = roles.includes('admin');
  const visited = useQuery({ ...organizationQuery(chosenGid!), enabled: isAdmin && chosenGid !== null });
  const act = async (organizationGid: string | null): Promise<void> => {
    // Without it nothing but its loading is shown, and a navigation that has begun does not arrive.
    if (isAdmin && organizationGid !== null) await queries.prefetchQuery(organizationQuery(organizationGid));
    if (organizationGid === null) localStorage.removeItem(ORGANIZATION_KEY);
    else localStorage.setItem(ORGANIZATION_KEY, organizationGid);
    setChosenGid(organizationGid);
  };
  const isGone = isMissing(visited.error);
  useEffect(() => {
    if (isGone) void act(null);
  }, [isGone]);
  if (visited.isLoading) return <Loading />;
  if (visited.error && visited.data === undefined && !isGone) return <Failure error={visited.error} />;
  const membership = isAdmin ? undefined : (memberships.find(({ organization }) => organization.gid === chosenGid) ?? memberships[0]);
  const organization = (isAdmin ? visited.data : membership?.organization) ?? null;
  const session: Session = {
    me,
    memberships,
    organization,
    isMember: membership !== undefined,
    isManager: organization !== null && (isAdmin || membership?.is_manager === true),
    isAdmin,
    act,
  };
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Keeps the page and the text typed in it while the user signs in again in another tab. */
function SignedOut() {
  const texts = useTexts(frameTexts);
  return (
    <Dialog title={texts.signedOut} onClose={() => undefined}>
      <p>{texts.signedOutText}</p>
      <div className="actions">
        <a className="button main" href={signInAddress()} target="_blank" rel="noreferrer">
          {texts.signIn}
        </a>
      </div>
    </Dialog>
  );
}
