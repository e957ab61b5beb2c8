import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { frameTexts } from '../app/texts.ts';
import { approvalsTexts } from '../approvals/texts.ts';
import { sumsOf } from '../approvals/waiting-orders.ts';
import { Facts, Section } from '../kit/page.tsx';
import { Spending } from '../members/budget.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { homeTexts } from './texts.ts';

/** What the reader has spent this month, and for managers all members together. */
export function Spent({ organization }: { organization: string }) {
  const texts = useTexts(homeTexts);
  const { receipts } = useTexts(frameTexts);
  const { budgets } = useTexts(approvalsTexts);
  const { money } = useFormat();
  const { memberships, isManager, isMember } = useSession();
  const membership = memberships.find((one) => isMember && one.organization.gid === organization);
  const { data: sums } = useSpentByAll(organization, isManager);
  return (
    <Section title={texts.spent} actions={isManager ? <Link to="/members">{budgets}</Link> : <Link to="/billing">{receipts}</Link>}>
      <Facts
        entries={[
          [texts.you, membership && <Spending membership={membership} />],
          [texts.byAll, sums?.map(money).join(' + ')],
        ]}
      />
    </Section>
  );
}

/** One sum for each currency. */
function useSpentByAll(organization: string, isManager: boolean) {
  return useQuery({
    queryKey: ['budgets', 'spent', organization],
    queryFn: async ({ signal }) => {
      const spent = [];
      for await (const { monthly_spent: price } of api.listOrganizationBudgets(organization, { limit: 100 }, { signal }))
        spent.push({ price });
      return sumsOf(spent);
    },
    enabled: isManager,
    refetchInterval: false,
  });
}
