import type { DescribedFile, Project } from '@partner-ordering/client';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/dialog.tsx';
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
  const [isAdding, setAdding] = useState(false);
  const mayAdd = actsAsOwner(project, session) && (status === 'draft' || status === 'in_progress');
  return (
    <Section title={texts.brief} actions={mayAdd && !isAdding && <Button onClick={() => setAdding(true)}>{texts.addFiles}</Button>}>
      <Prose html={description} />
      {can(project, 'edit')
        ? brief_files.map((file) => <Removable key={file.url} gid={gid} file={file} />)
        : brief_files.length > 0 && <Files files={brief_files} />}
      {isAdding && <AddFiles gid={gid} onClose={() => setAdding(false)} />}
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

/** Files reach the creatives once the button is pressed. */
function AddFiles({ gid, onClose }: { gid: string; onClose: () => void }) {
  const texts = useTexts(orderTexts);
  const uploads = useUploads();
  const add = async (): Promise<void> => {
    for (const { id, url } of uploads.files) {
      await api.addBriefFile(gid, { url: url! });
      // Should a later one fail, this one is not added twice.
      uploads.remove(id);
    }
  };
  return (
    <Form
      submit={texts.addFiles}
      look="plain"
      isDisabled={uploads.files.length === 0 || !uploads.isDone}
      onSubmit={add}
      onDone={onClose}
      onCancel={onClose}
    >
      <Uploads label={texts.files} uploads={uploads} />
    </Form>
  );
}
