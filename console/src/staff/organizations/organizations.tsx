import type { OrganizationSummary } from '@partner-ordering/client';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { frameTexts } from '../../app/texts.ts';
import { CheckField, TextField } from '../../kit/fields.tsx';
import { FormButton } from '../../kit/dialog.tsx';
import type { FormValues } from '../../kit/form.tsx';
import { type Column, Table } from '../../kit/list.tsx';
import { Badge, Page } from '../../kit/page.tsx';
import { SearchedList } from '../../kit/searched-list.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { OrganizationLink, organizationsBy } from '../choices.tsx';
import { organizationsTexts } from './texts.ts';

/** All organizations. */
export function Organizations() {
  const texts = useTexts(organizationsTexts);
  const kit = useTexts(kitTexts);
  const frame = useTexts(frameTexts);
  const columns: Column<OrganizationSummary>[] = [
    {
      title: kit.name,
      cell: (organization) => (
        <>
          <OrganizationLink organization={organization} /> {organization.test && <Badge tone="calm">{texts.test}</Badge>}{' '}
          {!organization.is_enabled && <Badge tone="wrong">{texts.closed}</Badge>}
        </>
      ),
    },
    { title: texts.fields.hostname, cell: ({ hostname }) => hostname ?? '–' },
    { title: texts.parent, cell: ({ parent }) => parent?.name ?? '–' },
  ];
  return (
    <Page title={frame.organizations} actions={<NewOrganization />}>
      <SearchedList
        source={['organizations', undefined]}
        label={texts.search}
        read={(search, paging, options) => api.listOrganizations({ ...organizationsBy(search), ...paging }, options)}
        noneTexts={[texts.none]}
      >
        {(items) => <Table caption={frame.organizations} columns={columns} items={items} />}
      </SearchedList>
    </Page>
  );
}

/** Asks for little: the rest stands on the organization's page. */
function NewOrganization() {
  const texts = useTexts(organizationsTexts);
  const kit = useTexts(kitTexts);
  const navigate = useNavigate();
  const create = async ({ text, isChecked }: FormValues): Promise<void> => {
    const { gid } = await api.createOrganization({ name: text('name'), test: isChecked('test') });
    await navigate({ to: '/staff/organizations/$gid', params: { gid } });
  };
  return (
    <FormButton look="main" label={texts.add} submit={kit.create} onSubmit={create} done={texts.added}>
      <TextField name="name" label={kit.name} required />
      <CheckField name="test" label={texts.isTest} />
    </FormButton>
  );
}
