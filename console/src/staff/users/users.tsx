import type { UserSummary } from '@partner-ordering/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { frameTexts } from '../../app/texts.ts';
import { TextField } from '../../kit/fields.tsx';
import { FormButton } from '../../kit/dialog.tsx';
import type { FormValues } from '../../kit/form.tsx';
import { type Column, Table } from '../../kit/list.tsx';
import { Badge, Enabled, Page } from '../../kit/page.tsx';
import { SearchedList } from '../../kit/searched-list.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { membersTexts } from '../../members/texts.ts';
import { PersonFields, personIn } from '../../profile/person.tsx';
import { fullName, useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { usersTexts } from './texts.ts';

/** The users of all organizations, and our staff. */
export function Users() {
  const texts = useTexts(usersTexts);
  return (
    <Page title={useTexts(frameTexts).users} actions={<NewUser />}>
      <SearchedList
        source={['users', undefined]}
        label={texts.search}
        read={(search, paging, options) => api.listUsers({ ...(search !== undefined && { search }), ...paging }, options)}
      >
        {(items) => <UserTable items={items} />}
      </SearchedList>
    </Page>
  );
}

function UserTable({ items }: { items: readonly UserSummary[] }) {
  const texts = useTexts(usersTexts);
  const frame = useTexts(frameTexts);
  const { number, time } = useFormat();
  const columns: Column<UserSummary>[] = [
    {
      title: texts.user,
      cell: ({ gid, email, is_enabled, roles, ...person }) => (
        <>
          <Link to="/staff/users/$gid" params={{ gid }}>
            {fullName(person)}
          </Link>{' '}
          {roles.includes('admin') && <Badge tone="calm">{texts.admin}</Badge>} {is_enabled === false && <Enabled isEnabled={false} />}{' '}
          <span className="hint">{email}</span>
        </>
      ),
    },
    { title: texts.lastSeen, cell: ({ last_seen }) => time(last_seen) },
    { title: frame.orders, cell: ({ projects_count = 0 }) => number(projects_count), isNumber: true },
  ];
  return <Table caption={frame.users} columns={columns} items={items} />;
}

/** Organizations and the role are given on the user's page. */
function NewUser() {
  const texts = useTexts(usersTexts);
  const navigate = useNavigate();
  const create = async (values: FormValues): Promise<void> => {
    const { gid } = await api.createUser({ ...personIn(values), email: values.text('email') });
    await navigate({ to: '/staff/users/$gid', params: { gid } });
  };
  return (
    <FormButton
      look="main"
      label={texts.new}
      text={texts.newText}
      submit={useTexts(kitTexts).create}
      onSubmit={create}
      done={texts.nowCreated}
    >
      <TextField name="email" label={useTexts(membersTexts).email} type="email" required />
      <PersonFields person={{}} />
    </FormButton>
  );
}
