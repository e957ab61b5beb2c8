import type { DescribedFile, Project } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { ConfirmButton, DialogButton } from '../kit/dialog.tsx';
import { Files } from '../kit/files.tsx';
import { Form } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { Uploads, useUploads } from '../kit/upload.tsx';
import { useTexts } from '../text/language.tsx';
import { Prose } from './prose.tsx';
import { can, actsAsOwner } from './step.ts';
import { orderTexts } from './texts.ts';

/** What was asked for, and the files that show it. */
export function Brief({ project }: { project: Project }) {
  const texts = useTexts(orderTexts);
  const session = useSession();
  const { gid, description, brief_files, status } = project;
  const mayAdd = actsAsOwner(project, session) && (status === 'draft' || status === 'in_progress');
  const add = (
    <DialogButton label={texts.addFiles}>
      <AddFiles label={texts.addFiles} add={(file) => api.addBriefFile(gid, file)} />
    </DialogButton>
  );
  return (
    <Section title={texts.brief} actions={mayAdd && add}>
      <Prose html={description} />
      {can(project, 'edit')
        ? brief_files.map((file) => <Removable key={file.url} gid={gid} file={file} />)
        : brief_files.length > 0 && <Files files={brief_files} />}
    </Section>
  );
}

function Removable({ gid, file }: { gid: string; file: DescribedFile }) {
  const texts = useTexts(orderTexts);
  return (
    <div className="removable">
      <Files files={[file]} />
      <ConfirmButton {...texts.removeFile(file.name)} look="quiet" act={() => api.removeBriefFile(gid, file.url)} />
    </div>
  );
}

interface AddFilesProps {
  label: string;
  add: (file: { url: string }) => Promise<unknown>;
}

/** Files reach the others once the button is pressed. */
export function AddFiles({ label, add }: AddFilesProps) {
  const texts = useTexts(orderTexts);
  const uploads = useUploads();
  return (
    <Form submit={label} isDisabled={uploads.files.length === 0 || !uploads.isDone} onSubmit={() => uploads.sendEach(add)}>
      <Uploads label={texts.files} uploads={uploads} />
    </Form>
  );
}
