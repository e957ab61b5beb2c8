import type { CallOptions, ListOrganizationBudgetsFields, MemberBudgetSummary, UserSummary } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { frameTexts } from '../app/texts.ts';
import { type Column, PAGE_SIZE, type Paging, Table } from '../kit/list.tsx';
import { Badge, Page } from '../kit/page.tsx';
import { SearchedList } from '../kit/searched-list.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { Spending } from './budget.tsx';
import { Invitations, Invite } from './invitations.tsx';
import { membersTexts } from './texts.ts';

/** Who belongs to the organization, what each spends, and who is invited. */
export function Members() {
  const texts = useTexts(membersTexts);
  const { gid } = useOrganization();
  return (
    <Page title={useTexts(frameTexts).members} actions={<Invite organization={gid} />}>
      <SearchedList
        source={['users', gid]}
        label={texts.search}
        read={(search, paging, options) => readMembers(gid, search, paging, options)}
        noneTexts={[texts.none]}
      >
        {(items) => <MemberTable items={items} />}
      </SearchedList>
      <Invitations />
    </Page>
  );
}

interface MemberRow extends UserSummary {
  /** Undefined for the moment until ordering knows of a new member. */
  budget: MemberBudgetSummary | undefined;
}

/** A page of the members. Identity finds names; ordering knows the budgets. */
async function readMembers(organization: string, search: string | undefined, paging: Paging, options: CallOptions) {
  const sorting = search === undefined ? ({ orderBy: 'created_at', sort: 'asc' } as const) : { search };
  const users = await api.listOrganizationUsers(organization, { ...sorting, ...paging }, options);
  const gids = users.items.map(({ gid }) => gid);
  const ofThem = { where: (b: ListOrganizationBudgetsFields) => b.user.gid.in(gids), limit: PAGE_SIZE };
  const budgets = gids.length === 0 ? [] : (await api.listOrganizationBudgets(organization, ofThem, options)).items;
  const items = users.items.map((user): MemberRow => ({ ...user, budget: budgets.find(({ gid }) => gid === user.gid) }));
  return { items, total_count: users.total_count };
}

function MemberTable({ items }: { items: readonly MemberRow[] }) {
  const texts = useTexts(membersTexts);
  const frame = useTexts(frameTexts);
  const { number } = useFormat();
  const columns: Column<MemberRow>[] = [
    {
      title: texts.member,
      cell: ({ gid, firstname, lastname, email }) => (
        <>
          <Link to="/members/$gid" params={{ gid }} className="row-name">
            {firstname} {lastname}
          </Link>
          <span className="hint"> {email}</span>
        </>
      ),
    },
    { title: texts.role, cell: ({ budget }) => budget && texts.roles[budget.is_manager ? 'manager' : 'user'] },
    { title: texts.spent, cell: ({ budget }) => budget && <Spending membership={budget} /> },
    {
      title: texts.toApprove,
      cell: ({ budget }) => (budget?.waiting_approvals.count ? <Badge tone="waits">{number(budget.waiting_approvals.count)}</Badge> : '–'),
    },
  ];
  return <Table caption={frame.members} columns={columns} items={items} />;
}
