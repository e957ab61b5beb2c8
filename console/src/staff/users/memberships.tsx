import type { Membership, User } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { frameTexts } from '../../app/texts.ts';
import { ConfirmButton, DialogButton, FormButton } from '../../kit/dialog.tsx';
import { CheckField } from '../../kit/fields.tsx';
import { Section } from '../../kit/page.tsx';
import { Table, type Column } from '../../kit/list.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { BudgetFields, budgetIn, Spending } from '../../members/budget.tsx';
import { MembershipForm } from '../../members/member.tsx';
import { membersTexts } from '../../members/texts.ts';
import { fullName } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { OrganizationField, OrganizationLink } from '../choices.tsx';
import { usersTexts } from './texts.ts';

/** The organizations that the user belongs to. */
export function Memberships({ user }: { user: User }) {
  const texts = useTexts(usersTexts);
  const frame = useTexts(frameTexts);
  const members = useTexts(membersTexts);
  const columns: Column<Membership>[] = [
    {
      title: frame.organization,
      cell: ({ organization }) => <OrganizationLink organization={organization} />,
    },
    { title: members.role, cell: ({ is_manager }) => members.roles[is_manager ? 'manager' : 'user'] },
    { title: members.spent, cell: (membership) => <Spending membership={membership} /> },
  ];
  return (
    <Section title={frame.organizations} actions={<Add user={user.gid} />}>
      {user.member_of.length === 0 && <p className="hint">{texts.noMemberships}</p>}
      {user.member_of.length > 0 && (
        <Table
          caption={frame.organizations}
          columns={columns}
          items={user.member_of}
          actions={(membership) => <Actions user={user} membership={membership} />}
        />
      )}
    </Section>
  );
}

function Add({ user }: { user: string }) {
  const texts = useTexts(usersTexts);
  const members = useTexts(membersTexts);
  return (
    <FormButton
      label={texts.addTo}
      onSubmit={(values) =>
        api.createMembership(user, {
          organization: { gid: values.text('organization') },
          monthly_budget: budgetIn(values, 'monthly_budget'),
          is_manager: values.isChecked('is_manager'),
        })
      }
    >
      <OrganizationField />
      <BudgetFields name="monthly_budget" />
      <CheckField name="is_manager" label={members.roles.manager} />
    </FormButton>
  );
}

function Actions({ user, membership }: { user: User; membership: Membership }) {
  const members = useTexts(membersTexts);
  const { edit, remove } = useTexts(kitTexts);
  const { gid, name } = membership.organization;
  return (
    <>
      <DialogButton look="quiet" label={edit} subject={name} title={name}>
        <MembershipForm membership={membership} />
      </DialogButton>
      <ConfirmButton
        look="quiet"
        label={remove}
        subject={name}
        title={members.removeTitle(fullName(user))}
        text={members.removeText(name)}
        act={() => api.deleteMembership(user.gid, gid)}
        done={members.removed}
      />
    </>
  );
}
