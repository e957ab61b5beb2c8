import type { ApplicationSummary, ApplicationUpdate } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { frameTexts } from '../../app/texts.ts';
import { ConfirmButton, DeleteButton, DialogButton } from '../../kit/dialog.tsx';
import { CheckField } from '../../kit/fields.tsx';
import { Form } from '../../kit/form.tsx';
import { type Column, List, Table } from '../../kit/list.tsx';
import { Enabled, Page } from '../../kit/page.tsx';
import { Empty, QueryView } from '../../kit/states.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { ApplicationForm } from './form.tsx';
import { SecretOrForm, stay } from './secret.tsx';
import { applicationsTexts } from './texts.ts';

/** The software that may ask for tokens. */
export function Applications() {
  const texts = useTexts(applicationsTexts);
  const { applications } = useTexts(frameTexts);
  const columns = useApplicationColumns();
  return (
    <Page title={applications} actions={<AddButton />}>
      <List
        source={['applications', undefined]}
        read={(paging, options) => api.listApplications({ orderBy: 'name', sort: 'asc', ...paging }, options)}
        isInAddress
        empty={<Empty title={texts.none} />}
      >
        {(items) => (
          <Table caption={applications} columns={columns} items={items} actions={(application) => <Actions application={application} />} />
        )}
      </List>
    </Page>
  );
}

function useApplicationColumns(): Column<ApplicationSummary>[] {
  const texts = useTexts(applicationsTexts);
  const { name, status } = useTexts(kitTexts);
  return [
    {
      title: name,
      cell: ({ client_id, is_public, ...application }) => (
        <>
          <span className="row-name">{application.name}</span>
          <p className="hint">{is_public ? `${client_id} · ${texts.isPublic}` : client_id}</p>
        </>
      ),
    },
    { title: texts.grants, cell: ({ grants }) => grants.join(', ') },
    { title: status, cell: ({ is_enabled }) => <Enabled isEnabled={is_enabled} /> },
  ];
}

function AddButton() {
  const texts = useTexts(applicationsTexts);
  return (
    <DialogButton look="main" label={texts.add}>
      <SecretOrForm>{(show) => <ApplicationForm send={async (values) => show(await api.createApplication(values))} />}</SecretOrForm>
    </DialogButton>
  );
}

function Actions({ application: { gid, name, is_public, is_enabled } }: { application: ApplicationSummary }) {
  const texts = useTexts(applicationsTexts);
  const { edit, labelFor } = useTexts(kitTexts);
  const change = is_enabled ? texts.disable : texts.enable;
  const buttonProps = (label: string) => ({ look: 'quiet', label, subject: name, title: labelFor(label, name) }) as const;
  return (
    <>
      <DialogButton {...buttonProps(edit)}>
        <Edit gid={gid} />
      </DialogButton>
      {!is_public && (
        <DialogButton {...buttonProps(texts.rotate)}>
          <Rotation gid={gid} />
        </DialogButton>
      )}
      <ConfirmButton {...buttonProps(change.label)} {...change} act={() => api.updateApplication(gid, { is_enabled: !is_enabled })} />
      <DeleteButton isInRow name={name} text={texts.removeText} act={() => api.deleteApplication(gid)} />
    </>
  );
}

function Edit({ gid }: { gid: string }) {
  // Opened again, the form must not show values from before the last change.
  const application = useQuery({
    queryKey: ['applications', gid],
    queryFn: ({ signal }) => api.getApplication(gid, { signal }),
    gcTime: 0,
  });
  return (
    <QueryView query={application}>
      {(found) => <ApplicationForm application={found} send={(changed: ApplicationUpdate) => api.updateApplication(gid, changed)} />}
    </QueryView>
  );
}

const GRACE_SECONDS = 86_400;

function Rotation({ gid }: { gid: string }) {
  const texts = useTexts(applicationsTexts);
  const rotate = (isNow: boolean) => api.rotateApplicationSecret(gid, { grace_seconds: isNow ? 0 : GRACE_SECONDS });
  return (
    <SecretOrForm>
      {(show) => (
        <Form submit={texts.rotate} onSubmit={async ({ isChecked }) => show(await rotate(isChecked('now')))} onDone={stay}>
          <p>{texts.rotateText}</p>
          <CheckField name="now" label={texts.rotateNow} />
        </Form>
      )}
    </SecretOrForm>
  );
}
