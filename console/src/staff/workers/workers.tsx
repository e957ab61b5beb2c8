import { upload, type Worker, type WorkerCreate } from '@partner-ordering/client';
import { api, workerPicture } from '../../api/client.ts';
import { frameTexts } from '../../app/texts.ts';
import { DeleteButton, EditButton, FormButton } from '../../kit/dialog.tsx';
import { CheckField, TextField } from '../../kit/fields.tsx';
import type { FormValues } from '../../kit/form.tsx';
import { type Column, Table } from '../../kit/list.tsx';
import { Page } from '../../kit/page.tsx';
import { SearchedList } from '../../kit/searched-list.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { workersBy } from '../../order/staff/worker-field.tsx';
import { profileTexts } from '../../profile/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { workersTexts } from './texts.ts';

/** The creatives. */
export function Workers() {
  const texts = useTexts(workersTexts);
  const { workers } = useTexts(frameTexts);
  const columns: Column<Worker>[] = [
    { title: useTexts(kitTexts).name, cell: (worker) => <Name worker={worker} /> },
    { title: texts.serviceId, cell: ({ service_id }) => service_id },
  ];
  const add = async (values: FormValues): Promise<unknown> => api.createWorker(await workerIn(values));
  return (
    <Page title={workers} actions={<FormButton look="main" label={texts.add} onSubmit={add} children={<Fields />} />}>
      <SearchedList
        source={['workers', undefined]}
        label={texts.search}
        read={(search, paging, options) => api.listWorkers({ ...workersBy(search), ...paging }, options)}
        noneTexts={[texts.none]}
      >
        {(items) => <Table caption={workers} columns={columns} items={items} actions={(worker) => <Actions worker={worker} />} />}
      </SearchedList>
    </Page>
  );
}

function Name({ worker: { full_name, avatar } }: { worker: Worker }) {
  const picture = workerPicture(avatar);
  return (
    <span className="picture round">
      {picture === undefined ? <span /> : <img src={picture} alt="" width="32" height="32" loading="lazy" />}
      <span className="row-name">{full_name}</span>
    </span>
  );
}

function Actions({ worker }: { worker: Worker }) {
  const { removeText } = useTexts(workersTexts);
  const { gid, full_name } = worker;
  const save = async (values: FormValues): Promise<unknown> => api.updateWorker(gid, await workerIn(values));
  return (
    <>
      <EditButton isInRow name={full_name} onSubmit={save}>
        <Fields worker={worker} />
      </EditButton>
      <DeleteButton isInRow name={full_name} text={removeText} act={() => api.deleteWorker(gid)} />
    </>
  );
}

function Fields({ worker }: { worker?: Worker }) {
  const profile = useTexts(profileTexts);
  const texts = useTexts(workersTexts);
  return (
    <>
      <TextField name="firstname" label={profile.firstname} maxLength={255} defaultValue={worker?.firstname} required />
      <TextField name="lastname" label={profile.lastname} maxLength={255} defaultValue={worker?.lastname} required />
      <TextField
        name="service_id"
        label={texts.serviceId}
        hint={texts.serviceIdHint}
        maxLength={255}
        defaultValue={worker?.service_id}
        required
      />
      <TextField name="avatar" label={profile.picture} type="file" accept="image/*" />
      {worker?.avatar && <CheckField name="no_avatar" label={texts.noPicture} />}
    </>
  );
}

/** The entered values. A new picture is uploaded first; without one, the present picture stays. */
async function workerIn({ text, file, isChecked }: FormValues): Promise<WorkerCreate> {
  const picture = file('avatar');
  const names = { firstname: text('firstname'), lastname: text('lastname'), service_id: text('service_id') };
  if (picture !== null) return { ...names, avatar: (await upload(api, picture)).url };
  return isChecked('no_avatar') ? { ...names, avatar: null } : names;
}
