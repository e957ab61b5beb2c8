import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { frameTexts } from '../app/texts.ts';
import { FIRST, useMyTurn } from '../app/turn.ts';
import { Page } from '../kit/page.tsx';
import { Failure, Loading } from '../kit/states.tsx';
import { FirstOrders, MyTurn, NewOrder, NoOrders } from '../orders/orders.tsx';
import { listQueryOf } from '../orders/query.ts';
import { useTexts } from '../text/language.tsx';
import { Spent } from './spent.tsx';
import { homeTexts } from './texts.ts';

/** Where everybody begins: our staff with its tasks, all others with their orders. */
export function Home() {
  const { isAdmin, organization } = useSession();
  return isAdmin && organization === null ? <Navigate to="/staff" replace /> : <OrdersAtHome key={organization?.gid} />;
}

function OrdersAtHome() {
  const texts = useTexts(homeTexts);
  const { isMember, organization } = useSession();
  const [turn, running] = [useMyTurn({ isShown: true }), useRunning()];
  const isQuiet = turn.data?.total_count === 0 && running.data?.total_count === 0;
  const placed = useOrderCount(isQuiet);
  const isLoading = [turn, running, placed].some((query) => query.isLoading);
  return (
    <Page title={useTexts(frameTexts).home} actions={isMember && <NewOrder />}>
      {isLoading ? (
        <Loading />
      ) : isQuiet && placed.data === 0 ? (
        <NoOrders isNarrowed={false} />
      ) : (
        <>
          <MyTurn />
          {running.data === undefined && <Failure error={running.error} />}
          {turn.data?.total_count === 0 && <p className="hint">{texts.none}</p>}
          {running.data?.total_count === 0 && <p className="hint">{texts.noneInProgress}</p>}
          {!!running.data?.total_count && (
            <FirstOrders title={texts.inProgress} orders={running.data} show="in_progress" sort="deadline_at" />
          )}
        </>
      )}
      {!isLoading && organization !== null && <Spent organization={organization.gid} />}
    </Page>
  );
}

/** The orders in progress whose deadlines come first. */
function useRunning() {
  const session = useSession();
  return useQuery({
    queryKey: ['projects', 'running', session.organization?.gid],
    queryFn: ({ signal }) =>
      api.listProjects({ ...listQueryOf({ show: 'in_progress', sort: 'deadline_at' }, session), limit: FIRST }, { signal }).then(),
  });
}

/** The number of all orders, asked only where it decides what is said. */
function useOrderCount(isNeeded: boolean) {
  const session = useSession();
  return useQuery({
    queryKey: ['projects', 'count', session.organization?.gid],
    queryFn: async ({ signal }) => (await api.countProjects({ where: listQueryOf({}, session).where! }, { signal })).total_count,
    enabled: isNeeded,
  });
}
