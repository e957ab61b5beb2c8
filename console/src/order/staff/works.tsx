import type { Project, Work, WorkSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ConfirmButton, DialogButton } from '../../kit/dialog.tsx';
import { TextArea } from '../../kit/fields.tsx';
import { Form, type FormValues } from '../../kit/form.tsx';
import { QueryView } from '../../kit/states.tsx';
import { Uploads, useUploads } from '../../kit/upload.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { staffOrderTexts } from './texts.ts';
import { WorkerField } from './worker-field.tsx';

interface AddWorksProps {
  project: string;
  /** The work that the new ones vary. */
  parent?: WorkSummary;
}

/** Adds a work for each image, or one of text alone. */
export function AddWorks({ project, parent }: AddWorksProps) {
  const texts = useTexts(staffOrderTexts);
  const { done } = useTexts(kitTexts);
  const uploads = useUploads();
  const send = async (values: FormValues): Promise<void> => {
    const work = {
      project: { gid: project },
      worker: { gid: values.text('worker.gid') },
      ...textsIn(values),
      ...(parent && { parent: { gid: parent.gid } }),
    };
    if (uploads.files.length === 0) await api.createWork(work);
    else await uploads.sendEach((image) => api.createWork({ ...work, image }));
  };
  return (
    <Form submit={parent ? texts.addVariation : texts.addWork} done={done} isDisabled={!uploads.isDone} onSubmit={send}>
      <WorkerField value={parent?.worker} />
      <Uploads label={texts.image} uploads={uploads} />
      <TextFields isTextRequired={uploads.files.length === 0} />
    </Form>
  );
}

const textsIn = ({ text }: FormValues): Pick<Work, 'description' | 'content'> => ({
  description: text('description') || null,
  content: text('content') || null,
});

function TextFields({ work, isTextRequired = false }: { work?: Work; isTextRequired?: boolean }) {
  const texts = useTexts(staffOrderTexts);
  return (
    <>
      <TextArea name="description" label={texts.description} rows={2} defaultValue={work?.description ?? ''} />
      <TextArea name="content" label={texts.content} required={isTextRequired} rows={2} defaultValue={work?.content ?? ''} />
    </>
  );
}

interface WorkActionsProps {
  project: Project;
  work: WorkSummary;
  /** A work with variations stays. */
  isVaried: boolean;
  onRemoved: () => void;
}

/** The actions of our staff with one work while the contest runs. */
export function WorkActions({ project, work, isVaried, onRemoved }: WorkActionsProps) {
  const texts = useTexts(staffOrderTexts);
  const { gid, parent } = work;
  return (
    <>
      {parent === null && (
        <DialogButton label={texts.addVariation}>
          <AddWorks project={project.gid} parent={work} />
        </DialogButton>
      )}
      <DialogButton label={useTexts(kitTexts).edit} title={texts.editTitle}>
        <EditWork gid={gid} />
      </DialogButton>
      {!isVaried && <ConfirmButton {...texts.remove} act={() => api.deleteWork(gid).then(onRemoved)} />}
    </>
  );
}

function EditWork({ gid }: { gid: string }) {
  const texts = useTexts(staffOrderTexts);
  const uploads = useUploads();
  const read = useQuery({ queryKey: ['works', gid], queryFn: ({ signal }) => api.getWork(gid, { signal }) });
  const { length } = uploads.files;
  return (
    <QueryView query={read}>
      {(work) => (
        <Form
          isDisabled={!uploads.isDone || length > 1}
          onSubmit={(values) => api.updateWork(gid, { ...textsIn(values), ...(length > 0 && { image: uploads.attached[0]! }) })}
        >
          <TextFields work={work} />
          <Uploads label={texts.newImage} uploads={uploads} />
          {length > 1 && <p className="wrong">{texts.oneImage}</p>}
        </Form>
      )}
    </QueryView>
  );
}
