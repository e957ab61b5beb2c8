import type { Invitation, UserRank } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button, type Look } from '../kit/button.tsx';
import { ConfirmButton, FormButton } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/fields.tsx';
import { type Column, List, Table } from '../kit/list.tsx';
import { Badge, Section } from '../kit/page.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { BudgetFields, budgetIn } from './budget.tsx';
import { membersTexts } from './texts.ts';
import { textFor } from '../text/values.ts';

/** The open invitations; nothing if there are none. */
export function Invitations() {
  const texts = useTexts(membersTexts);
  const { money, date } = useFormat();
  const { gid } = useOrganization();
  const columns: Column<Invitation>[] = [
    { title: texts.email, cell: ({ email }) => <span className="row-name">{email}</span> },
    { title: texts.role, cell: ({ user_rank }) => textFor(texts.roles, user_rank) },
    { title: texts.budget, cell: ({ budget }) => (budget === null ? texts.unlimited : money(budget)) },
    {
      title: texts.expires,
      cell: ({ expires_at }) => (new Date(expires_at) < new Date() ? <Badge tone="wrong">{texts.expired}</Badge> : date(expires_at)),
    },
  ];
  return (
    <List
      source={['invitations', gid]}
      read={(paging, options) => api.listInvitations({ where: (i) => i.organization.gid.eq(gid), ...paging }, options)}
      empty={null}
    >
      {(items) => (
        <Section title={texts.invitations}>
          <Table
            caption={texts.invitations}
            columns={columns}
            items={items}
            actions={(invitation) => <Actions invitation={invitation} />}
          />
        </Section>
      )}
    </List>
  );
}

function Actions({ invitation: { gid, email } }: { invitation: Invitation }) {
  const texts = useTexts(membersTexts);
  const { labelFor } = useTexts(kitTexts);
  const resend = useAction(() => api.resendInvitation(gid), texts.resent);
  return (
    <>
      <Button look="quiet" isBusy={resend.isBusy} aria-label={labelFor(texts.resend, email)} onClick={() => resend.run()}>
        {texts.resend}
      </Button>
      <ConfirmButton
        look="quiet"
        label={texts.withdraw}
        subject={email}
        title={texts.withdrawTitle(email)}
        text={texts.withdrawText}
        act={() => api.deleteInvitation(gid)}
      />
    </>
  );
}

interface InviteProps {
  organization: string;
  look?: Look;
  /** At our staff's screens, where the role is chosen: the first choice. */
  rank?: UserRank;
}

/** Invites somebody to the organization, as a member unless the role is chosen. */
export function Invite({ organization: gid, look = 'main', rank }: InviteProps) {
  const texts = useTexts(membersTexts);
  const ranks = (['user', 'manager'] as const).map((value) => ({ value, name: texts.roles[value] }));
  return (
    <FormButton
      look={look}
      label={texts.invite}
      text={texts.inviteText}
      done={texts.invited}
      onSubmit={(values) =>
        api.createInvitation({
          email: values.text('email'),
          organization: { gid },
          budget: budgetIn(values, 'budget'),
          ...(rank && { user_rank: values.text('user_rank') === 'manager' ? 'manager' : 'user' }),
        })
      }
    >
      <TextField name="email" label={texts.email} type="email" required />
      {rank && <SelectField name="user_rank" label={texts.role} hint={texts.isManagerHint} defaultValue={rank} options={ranks} />}
      <BudgetFields name="budget" />
    </FormButton>
  );
}
