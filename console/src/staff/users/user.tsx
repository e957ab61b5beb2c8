import type { RolesWrite, User } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { userQuery } from '../../api/reads.ts';
import { useSession } from '../../app/session.tsx';
import { frameTexts } from '../../app/texts.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmButton, DeleteButton } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/fields.tsx';
import { Form, type FormValues } from '../../kit/form.tsx';
import { Badge, Enabled, Facts, Page, Section } from '../../kit/page.tsx';
import { QueryScreen } from '../../kit/states.tsx';
import { useAction } from '../../kit/use-action.ts';
import { membersTexts } from '../../members/texts.ts';
import { PersonFields, personIn } from '../../profile/person.tsx';
import { fullName, useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { Memberships } from './memberships.tsx';
import { usersTexts } from './texts.ts';

const route = getRouteApi('/staff/users/$gid');

/** One user: who they are, what they may do, and where. */
export function UserScreen() {
  const { gid } = route.useParams();
  const query = useQuery(userQuery(gid));
  return <QueryScreen query={query}>{(user) => <UserPage key={gid} user={user} />}</QueryScreen>;
}

function UserPage({ user }: { user: User }) {
  const texts = useTexts(usersTexts);
  const { number, time } = useFormat();
  const { is_enabled, roles, last_seen, projects_count = 0 } = user;
  return (
    <Page
      title={fullName(user)}
      breadcrumbs={<Link to="/staff/users">{useTexts(frameTexts).users}</Link>}
      actions={<Actions user={user} />}
    >
      <p className="hint">
        {is_enabled === false && <Enabled isEnabled={false} />} {roles.includes('admin') && <Badge tone="calm">{texts.admin}</Badge>}{' '}
        {texts.seen(time(last_seen), number(projects_count))}
      </p>
      <div className="columns">
        <Memberships user={user} />
        <UserDetails user={user} />
      </div>
    </Page>
  );
}

function UserDetails({ user }: { user: User }) {
  const texts = useTexts(usersTexts);
  const { me } = useSession();
  const emailLabel = useTexts(membersTexts).email;
  const { gid, email, pending_email } = user;
  const isSelf = gid === me.gid;
  const entriesIn = (values: FormValues) => ({
    ...personIn(values),
    // An address that waits is not mailed again.
    ...(!isSelf && values.text('email') !== pending_email && { email: values.text('email') }),
  });
  return (
    <Section title={texts.about}>
      <Form onSubmit={({ changedValues }) => api.updateUser(gid, changedValues(entriesIn))}>
        {isSelf ? (
          <Facts entries={[[emailLabel, <Link to="/profile">{email}</Link>]]} />
        ) : (
          <TextField
            name="email"
            label={emailLabel}
            hint={pending_email === null ? texts.emailHint : texts.pending(pending_email)}
            type="email"
            defaultValue={email}
            required
          />
        )}
        <PersonFields person={user} />
      </Form>
    </Section>
  );
}

function Actions({ user }: { user: User }) {
  const texts = useTexts(usersTexts);
  const navigate = useNavigate();
  const { gid, is_enabled, roles } = user;
  const name = fullName(user);
  const enable = useAction(() => api.updateUser(gid, { is_enabled: true }), texts.nowEnabled);
  const confirmButton = (command: 'disable' | 'endSessions' | 'makeAdmin' | 'endAdmin', act: () => Promise<unknown>) => (
    <ConfirmButton {...texts[command]} title={texts[command].title(name)} act={act} />
  );
  const otherRoles = roles.filter((role) => role !== 'admin') as RolesWrite;
  const isAdmin = otherRoles.length < roles.length;
  const remove = async (): Promise<void> => {
    await api.deleteUser(gid);
    await navigate({ to: '/staff/users', ignoreBlocker: true });
  };
  return (
    <>
      {is_enabled === false ? (
        <Button isBusy={enable.isBusy} onClick={() => enable.run()}>
          {texts.enable}
        </Button>
      ) : (
        confirmButton('disable', () => api.updateUser(gid, { is_enabled: false }))
      )}
      {isAdmin
        ? confirmButton('endAdmin', () => api.updateUser(gid, { roles: otherRoles }))
        : confirmButton('makeAdmin', () => api.updateUser(gid, { roles: [...otherRoles, 'admin'] }))}
      {confirmButton('endSessions', () => api.endUserSessions(gid))}
      <DeleteButton name={name} text={texts.removeText} act={remove} />
    </>
  );
}
