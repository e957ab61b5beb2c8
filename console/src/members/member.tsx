import type { Booking, BudgetMonth, MemberBudget, Membership, User } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { frameTexts } from '../app/texts.ts';
import { ConfirmButton } from '../kit/dialog.tsx';
import { CheckField } from '../kit/fields.tsx';
import { Form } from '../kit/form.tsx';
import { Table, type Column } from '../kit/list.tsx';
import { Facts, Page, Section } from '../kit/page.tsx';
import { Empty, QueryScreen } from '../kit/states.tsx';
import { OrderLink } from '../orders/link.tsx';
import { ordersTexts } from '../orders/texts.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { BudgetFields, budgetIn, Spending } from './budget.tsx';
import { membersTexts } from './texts.ts';

const route = getRouteApi('/managers/members/$gid');

/** A member of the organization: what they may spend and what they spent. */
export function Member() {
  const { gid } = route.useParams();
  const { gid: organization } = useOrganization();
  const found = useQuery({
    queryKey: ['users', gid, organization],
    queryFn: async ({ signal }) => {
      const [user, membership, budget] = await Promise.all([
        api.getUser(gid, { signal }),
        api.getMembership(gid, organization, { signal }),
        api.getMemberBudget(gid, organization, { signal }),
      ]);
      return { user, membership, budget };
    },
  });
  return <QueryScreen query={found}>{(member) => <MemberPage key={gid} {...member} />}</QueryScreen>;
}

function MemberPage({ user, membership, budget }: { user: User; membership: Membership; budget: MemberBudget }) {
  const texts = useTexts(membersTexts);
  const frame = useTexts(frameTexts);
  const { number, money } = useFormat();
  const { count, amounts } = budget.waiting_approvals;
  return (
    <Page
      title={fullName(user)}
      breadcrumbs={<Link to="/members">{frame.members}</Link>}
      actions={membership.actions.includes('delete') && <Remove user={user} />}
    >
      <div className="columns">
        <Months months={budget.months} />
        <Section title={texts.member}>
          <Facts
            entries={[
              [texts.email, user.email],
              [texts.role, texts.roles[membership.is_manager ? 'manager' : 'user']],
              [texts.spent, <Spending membership={membership} />],
              [texts.toApprove, count === 0 ? null : <Link to="/approvals">{`${number(count)} (${amounts.map(money).join(' + ')})`}</Link>],
            ]}
          />
          {membership.actions.includes('change_budget') && <MembershipForm membership={membership} />}
        </Section>
      </div>
    </Page>
  );
}

/** Changes what a member may spend, and whether they manage, if the API says that the reader may. */
export function MembershipForm({ membership }: { membership: Membership }) {
  const { user, organization, monthly_budget, is_manager, actions } = membership;
  const hasRole = actions.includes('change_role');
  const texts = useTexts(membersTexts);
  return (
    <Form
      onSubmit={({ changedValues }) =>
        api.updateMembership(
          user.gid,
          organization.gid,
          changedValues((values) => ({
            monthly_budget: budgetIn(values, 'monthly_budget'),
            ...(hasRole && { is_manager: values.isChecked('is_manager') }),
          })),
        )
      }
    >
      <BudgetFields key={String(monthly_budget === null)} name="monthly_budget" budget={monthly_budget} />
      {hasRole && <CheckField name="is_manager" label={texts.roles.manager} defaultChecked={is_manager} />}
    </Form>
  );
}

function Remove({ user }: { user: User }) {
  const texts = useTexts(membersTexts);
  const organization = useOrganization();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await api.deleteMembership(user.gid, organization.gid);
    await navigate({ to: '/members', ignoreBlocker: true });
  };
  return (
    <ConfirmButton
      look="danger"
      label={texts.remove}
      title={texts.removeTitle(fullName(user))}
      text={texts.removeText(organization.name)}
      done={texts.removed}
      act={remove}
    />
  );
}

/** What a member ordered month by month; the newest month is open. */
function Months({ months }: { months: readonly BudgetMonth[] }) {
  const texts = useTexts(membersTexts);
  return (
    <Section title={texts.months}>
      {months.length === 0 && <Empty title={texts.noMonths} />}
      {months.map((month, place) => (
        <Month key={`${month.month} ${month.spent.currency}`} budgetMonth={month} isFirst={place === 0} />
      ))}
    </Section>
  );
}

/** A month has up to 1,000 orders, so they are made once it is opened. */
function Month({ budgetMonth, isFirst }: { budgetMonth: BudgetMonth; isFirst: boolean }) {
  const { month, spent, projects } = budgetMonth;
  const format = useFormat();
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{format.month(month)}</strong> <span className="hint">{format.money(spent)}</span>
      </summary>
      {isOpen && <Bookings projects={projects} caption={format.month(month)} />}
    </details>
  );
}

function Bookings({ projects, caption }: { projects: readonly Booking[]; caption: string }) {
  const texts = useTexts(membersTexts);
  const orders = useTexts(ordersTexts);
  const { money, date } = useFormat();
  const columns: Column<Booking & { gid: string }>[] = [
    { title: orders.order, cell: ({ project }) => <OrderLink order={project} /> },
    { title: texts.bookedAt, cell: ({ booked_at }) => date(booked_at) },
    { title: texts.released, cell: ({ released_at }) => date(released_at) },
    { title: orders.price, cell: ({ amount }) => money(amount), isNumber: true },
  ];
  const items = projects.map((booking) => ({ ...booking, gid: booking.project.gid }));
  return <Table caption={caption} columns={columns} items={items} />;
}
