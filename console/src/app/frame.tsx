import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatchRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, type ChangeEvent } from 'react';
import { api, imageSource } from '../api/client.ts';
import { waitingOrdersOf } from '../api/queries.ts';
import { Button } from '../kit/button.tsx';
import { leave } from '../kit/changes.ts';
import { LeaveGuard } from '../kit/leaving.tsx';
import { Badge, Page, TabContext } from '../kit/page.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { useFeed } from './feed.ts';
import { useSession } from './session.tsx';
import { frameTexts } from './texts.ts';
import { useMyTurn } from './turn.ts';

/** The frame of every screen: the navigation, the organization and the signed-in user. */
export function Frame() {
  const texts = useTexts(frameTexts);
  const { pathname } = useLocation();
  const { number } = useFormat();
  useFeed();
  const turnCount = useMyTurn({ isShown: false }).data?.total_count ?? 0;
  // On a phone the menu is wider than the screen.
  useEffect(() => {
    document.querySelector('.navigation .active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <>
      <LeaveGuard />
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className="bar">
        <OrganizationChoice />
        <Navigation turnCount={turnCount} />
        <AccountMenu />
      </header>
      <main id="content" tabIndex={-1}>
        <TabContext value={turnCount === 0 ? '' : `(${number(turnCount)}) `}>
          <Outlet />
        </TabContext>
      </main>
    </>
  );
}

function Navigation({ turnCount }: { turnCount: number }) {
  const texts = useTexts(frameTexts);
  const { organization, isManager, isAdmin } = useSession();
  if (organization === null && isAdmin) return <StaffNavigation turnCount={turnCount} />;
  const managesOrganization = organization !== null && isManager;
  return (
    <nav aria-label={texts.main} className="navigation">
      <Link to="/" activeOptions={{ exact: true }}>
        {texts.home} <Waiting count={turnCount} />
      </Link>
      <Link to="/orders">{texts.orders}</Link>
      {managesOrganization && (
        <Link to="/approvals">
          {texts.approvals} <WaitingApprovals organization={organization.gid} />
        </Link>
      )}
      {managesOrganization && <Link to="/members">{texts.members}</Link>}
      <Link to="/billing">{managesOrganization ? texts.billing : texts.receipts}</Link>
      {managesOrganization && <Link to="/webhooks">{texts.webhooks}</Link>}
    </nav>
  );
}

function StaffNavigation({ turnCount }: { turnCount: number }) {
  const texts = useTexts(frameTexts);
  return (
    <nav aria-label={texts.main} className="navigation">
      <Link to="/staff" activeOptions={{ exact: true }}>
        {texts.today} <Waiting count={turnCount} />
      </Link>
      <Link to="/orders">{texts.orders}</Link>
      <Link to="/staff/organizations">{texts.organizations}</Link>
      <Link to="/staff/users">{texts.users}</Link>
      <Link to="/staff/products">{texts.products}</Link>
      <Link to="/staff/workers">{texts.workers}</Link>
      <Link to="/staff/receipts" className={useMatchRoute()({ to: '/staff/invoices' }) ? 'active' : ''}>
        {texts.billing}
      </Link>
      <Link to="/staff/applications">{texts.applications}</Link>
    </nav>
  );
}

/** The number of orders that wait for a manager. The feed tells when to ask again. */
function WaitingApprovals({ organization }: { organization: string }) {
  const { data } = useQuery({
    queryKey: ['projects', 'waiting_count', organization],
    queryFn: ({ signal }) => api.countProjects({ where: waitingOrdersOf(organization) }, { signal }),
    refetchInterval: false,
  });
  return <Waiting count={data?.total_count ?? 0} />;
}

/** How many orders wait; nothing if none does. */
function Waiting({ count }: { count: number }) {
  const texts = useTexts(frameTexts);
  const { number } = useFormat();
  if (count === 0) return null;
  return (
    <Badge tone="waits">
      {number(count)} <span className="unseen">{texts.waiting}</span>
    </Badge>
  );
}

/** The organization that one acts for; a choice for members of several, and a way back for our staff. */
function OrganizationChoice() {
  const texts = useTexts(frameTexts);
  const { organization, memberships, isAdmin, act } = useSession();
  if (organization === null) return null;
  if (isAdmin) return <VisitedOrganization gid={organization.gid} name={organization.name} />;
  if (memberships.length === 1) return <span className="organization">{organization.name}</span>;
  const choose = ({ target: { value } }: ChangeEvent<HTMLSelectElement>): void => leave(document, () => void act(value));
  return (
    <select className="organization" aria-label={texts.organization} value={organization.gid} onChange={choose}>
      {memberships.map(({ organization: { gid, name } }) => (
        <option key={gid} value={gid}>
          {name}
        </option>
      ))}
    </select>
  );
}

function VisitedOrganization({ gid, name }: { gid: string; name: string }) {
  const texts = useTexts(frameTexts);
  const { act } = useSession();
  const navigate = useNavigate();
  const end = async (): Promise<void> => {
    await navigate({ to: '/staff/organizations/$gid', params: { gid }, ignoreBlocker: true });
    await act(null);
  };
  return (
    <>
      <span className="organization">{name}</span>
      <Button look="quiet" onClick={() => leave(document, () => void end())}>
        {texts.leave}
      </Button>
    </>
  );
}

function AccountMenu() {
  const texts = useTexts(frameTexts);
  const { me } = useSession();
  return (
    <div className="account">
      <button type="button" className="account-button" popoverTarget="account-menu">
        <img src={imageSource(me.avatar, 'icon')} alt="" width="32" height="32" />
        <span>{me.firstname}</span>
      </button>
      <div id="account-menu" popover="auto" className="menu">
        <p className="hint">{me.email}</p>
        <Link to="/profile" onClick={() => document.getElementById('account-menu')?.hidePopover()}>
          {texts.profile}
        </Link>
        <form method="post" action="/oauth2/sign_out">
          <input type="hidden" name="return_to" value="/console/" />
          <button type="submit">{texts.signOut}</button>
        </form>
      </div>
    </div>
  );
}

/** The screens of managers; others are told so, and nothing is asked of the API. */
export function ForManagers() {
  const texts = useTexts(frameTexts);
  const { organization, isManager } = useSession();
  // The key resets every screen when the organization changes.
  if (organization !== null && isManager) return <Outlet key={organization.gid} />;
  return (
    <Page title={texts.managersOnly}>
      <p>{texts.managersOnlyText}</p>
    </Page>
  );
}

/** The screens of our staff. */
export function ForStaff() {
  return useSession().isAdmin ? <Outlet /> : <NoPage />;
}

/** The screen of an unknown address. */
export function NoPage() {
  const texts = useTexts(frameTexts);
  return (
    <Page title={texts.noPage}>
      <Link to="/orders">{texts.orders}</Link>
    </Page>
  );
}
