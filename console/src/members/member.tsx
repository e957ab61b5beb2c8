import type { MemberBudget, Membership, User } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useOrganization, useSession } from '../app/session.tsx';
import { frameTexts } from '../app/texts.ts';
import { ConfirmButton } from '../kit/dialog.tsx';
import { CheckField } from '../kit/fields.tsx';
import { Form } from '../kit/form.tsx';
import { Facts, Page, Section } from '../kit/page.tsx';
import { ShownScreen } from '../kit/states.tsx';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { BudgetFields, budgetIn, Spending } from './budget.tsx';
import './members.css';
import { Months } from './months.tsx';
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
  return <ShownScreen of={found}>{(member) => <MemberPage key={gid} {...member} />}</ShownScreen>;
}

interface MemberProps {
  user: User;
  membership: Membership;
  budget: MemberBudget;
}

function MemberPage({ user, membership, budget }: MemberProps) {
  const texts = useTexts(membersTexts);
  const frame = useTexts(frameTexts);
  const { isAdmin } = useSession();
  const { number, money } = useFormat();
  const { count, amounts } = budget.waiting_approvals;
  return (
    <Page
      title={fullName(user)}
      above={<Link to="/members">{frame.members}</Link>}
      actions={(isAdmin || !membership.is_manager) && <Remove user={user} />}
    >
      <div className="columns">
        <Months months={budget.months} />
        <Section title={texts.member}>
          <Facts
            of={[
              [texts.email, user.email],
              [texts.role, texts.roles[membership.is_manager ? 'manager' : 'user']],
              [texts.spent, <Spending of={membership} />],
              [frame.approvals, count === 0 ? null : <Link to="/approvals">{`${number(count)} (${amounts.map(money).join(' + ')})`}</Link>],
            ]}
          />
          <MembershipForm membership={membership} />
        </Section>
      </div>
    </Page>
  );
}

/** Changes what a member may spend and whether they manage. */
export function MembershipForm({ membership }: { membership: Membership }) {
  const { user, organization, monthly_budget, is_manager } = membership;
  const texts = useTexts(membersTexts);
  const { isAdmin } = useSession();
  return (
    <Form
      onSubmit={(entered) =>
        api.updateMembership(
          user.gid,
          organization.gid,
          entered.changed((given) => ({
            monthly_budget: budgetIn(given, 'monthly_budget'),
            ...(isAdmin && { is_manager: given.isChecked('is_manager') }),
          })),
        )
      }
    >
      <BudgetFields key={String(monthly_budget === null)} name="monthly_budget" budget={monthly_budget} />
      {isAdmin && <CheckField name="is_manager" label={texts.roles.manager} defaultChecked={is_manager} />}
    </Form>
  );
}

function Remove({ user }: { user: User }) {
  const texts = useTexts(membersTexts);
  const organization = useOrganization();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await api.deleteMembership(user.gid, organization.gid);
    await navigate({ to: '/members' });
  };
  return (
    <ConfirmButton
      look="danger"
      label={texts.remove}
      title={texts.removeTitle(fullName(user))}
      text={texts.removeText(organization.name)}
      act={remove}
      done={texts.removed}
    />
  );
}
