import {
  InvalidRequestError,
  type Application,
  type ApplicationCreate,
  type ApplicationUpdate,
  type GrantWrite,
  type ScopeWrite,
  type UserReference,
} from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { userQuery } from '../../api/reads.ts';
import { frameTexts } from '../../app/texts.ts';
import { GidsField } from '../../kit/gid-field.tsx';
import { CheckField, ChecksField, TextArea, TextField } from '../../kit/fields.tsx';
import { Form, type FormValues } from '../../kit/form.tsx';
import { QueryView } from '../../kit/states.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { fullName } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { organizationChoices } from '../choices.tsx';
import { stay } from './secret.tsx';
import { applicationsTexts } from './texts.ts';

const grants: readonly GrantWrite[] = ['authorization_code', 'password', 'client_credentials', 'refresh_token'];
const scopes: readonly ScopeWrite[] = ['base', 'files', 'upload_files'];

type Entries = Required<Pick<ApplicationUpdate, 'name' | 'grants' | 'scopes' | 'redirect_uris'>> & {
  organizations: { gid: string }[];
  user?: { gid: string } | null;
} & Pick<ApplicationCreate, 'is_public'>;

interface ApplicationFormProps {
  /** The application to change; undefined registers a new one. */
  application?: Application;
  send: (values: Entries) => Promise<unknown>;
}

/** Registers an application, or changes one. */
export function ApplicationForm({ application, send }: ApplicationFormProps) {
  const texts = useTexts(applicationsTexts);
  const isNew = application === undefined;
  const submit = async (values: FormValues): Promise<unknown> => {
    const { user: email } = values.changedValues(({ text }) => ({ user: text('user') }));
    const user = email ? await userBy(email) : null;
    if (user === undefined) throw refusalOf('user', texts.noUser(email!));
    return send({
      ...entriesIn(values),
      ...(email !== undefined && { user: user && { gid: user.gid } }),
      ...(isNew && { is_public: values.isChecked('is_public') }),
    });
  };
  return (
    <Form {...(isNew && { submit: texts.add, done: texts.added, onDone: stay })} onSubmit={submit}>
      <TextField
        name="name"
        label={useTexts(kitTexts).name}
        hint={texts.nameHint}
        maxLength={255}
        defaultValue={application?.name}
        required
      />
      {isNew && <CheckField name="is_public" label={texts.publicLabel} />}
      <Rights application={application} />
      <TextArea
        name="redirect_uris"
        label={texts.redirects}
        hint={texts.redirectsHint}
        defaultValue={application?.redirect_uris.join('\n')}
      />
      {application?.user ? <TechnicalUser user={application.user} /> : <UserField hint={texts.userHint} />}
      <GidsField
        // Resets the field when somebody else changes the list.
        key={application?.organizations.map(({ gid }) => gid).join()}
        name="organizations"
        label={useTexts(frameTexts).organizations}
        hint={texts.organizationsHint}
        choices={organizationChoices}
        value={application?.organizations ?? []}
      />
    </Form>
  );
}

function TechnicalUser({ user }: { user: UserReference }) {
  const { actsAs } = useTexts(applicationsTexts);
  const query = useQuery(userQuery(user.gid));
  return <QueryView query={query}>{({ email }) => <UserField defaultValue={email} hint={actsAs(fullName(user))} />}</QueryView>;
}

const UserField = (input: { defaultValue?: string; hint: string }) => (
  <TextField name="user" label={useTexts(applicationsTexts).user} type="email" {...input} />
);

/** The rights of an application. Removing one ends sessions. */
function Rights({ application }: { application: Application | undefined }) {
  const texts = useTexts(applicationsTexts);
  const [grantsHint, scopesHint] = application ? [texts.grantsHint, texts.scopesHint] : [];
  return (
    <>
      <ChecksField
        name="grants"
        label={texts.grants}
        hint={grantsHint}
        options={namesOf(grants, texts.grantNames)}
        tickedValues={application?.grants}
      />
      <ChecksField
        name="scopes"
        label={texts.scopes}
        hint={scopesHint}
        options={namesOf(scopes, texts.scopeNames)}
        tickedValues={application?.scopes}
      />
    </>
  );
}

const namesOf = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, name: `${value} – ${names[value]}` }));

const entriesIn = ({ text, tickedValues }: FormValues) => ({
  name: text('name'),
  grants: tickedValues('grants') as GrantWrite[],
  scopes: tickedValues('scopes') as ScopeWrite[],
  redirect_uris: text('redirect_uris').split(/\s+/).filter(Boolean),
  organizations: tickedValues('organizations').map((gid) => ({ gid })),
});

/** Shown beside the field, as if the API had refused it. */
const refusalOf = (path: string, message: string): InvalidRequestError =>
  new InvalidRequestError(
    '',
    { status: 400, statusText: '', headers: new Headers() },
    { error: { details: [{ path, code: 'local', message }] } },
  );

/** The user with this address. */
async function userBy(email: string) {
  const { items } = await api.listUsers({ search: email, limit: 100 });
  return items.find((user) => user.email?.toLowerCase() === email.toLowerCase());
}
