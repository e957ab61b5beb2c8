import type { Project, ProjectSkillWrite } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import type { Look } from '../../kit/button.tsx';
import { DialogButton, FormButton } from '../../kit/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../kit/fields.tsx';
import { Form } from '../../kit/form.tsx';
import { MoneyFields, moneyIn } from '../../kit/money.tsx';
import { Uploads, useUploads } from '../../kit/upload.tsx';
import { optionTexts } from '../../options/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { AddFiles } from '../brief.tsx';
import { can, type Step } from '../step.ts';
import { orderTexts } from '../texts.ts';
import { staffOrderTexts } from './texts.ts';
import { WorkerField } from './worker-field.tsx';
import { AddWorks } from './works.tsx';

/** The actions of our staff with an order, for the creatives. */
export function StaffActions({ project, step }: { project: Project; step: Step }) {
  const texts = useTexts(staffOrderTexts);
  const { worker } = project;
  const look = (...steps: Step[]): Look => (steps.includes(step) ? 'main' : 'plain');
  return (
    <>
      {can(project, 'propose') && <Propose project={project} look={look('propose')} />}
      {can(project, 'deliver') && worker && <WriteAs project={project} worker={worker} type="delivery" look={look('deliver')} />}
      {can(project, 'message_as_worker') && worker && <WriteAs project={project} worker={worker} type="simple" look="plain" />}
      {can(project, 'assign') && <Assign project={project} look={look('assign')} />}
      {can(project, 'change_works') && (
        <DialogButton look={look('add_works')} label={texts.addWork}>
          <AddWorks project={project.gid} />
        </DialogButton>
      )}
      {can(project, 'add_source_files') && (
        <DialogButton look={look('hand_over')} label={texts.addFiles}>
          <AddFiles label={texts.addFiles} add={(file) => api.addSourceFile(project.gid, file)} />
        </DialogButton>
      )}
    </>
  );
}

interface ActionProps {
  project: Project;
  look: Look;
}

/** The first proposal, or another one instead of the current. */
function Propose({ project, look }: ActionProps) {
  const texts = useTexts(staffOrderTexts).propose;
  const label = project.state === 'proposal' ? texts.next : texts.first;
  return (
    <DialogButton look={look} label={label}>
      <p>{texts.text}</p>
      <ProposalForm project={project} label={label} />
    </DialogButton>
  );
}

function ProposalForm({ project: { gid, price, options: current }, label }: { project: Project; label: string }) {
  const texts = useTexts(staffOrderTexts).propose;
  const { files } = useTexts(orderTexts);
  const options = useTexts(optionTexts);
  const uploads = useUploads();
  const modes = (['solo', 'multi'] as const).map((value) => ({ value, name: options.modes[value] }));
  const skills = (['conception', 'execution'] as const).map((value) => ({ value, name: options.skills[value] }));
  return (
    <Form
      submit={label}
      done={texts.done}
      isDisabled={!uploads.isDone}
      onSubmit={(values) =>
        api.updateProject(gid, {
          state: 'proposal',
          price: moneyIn(values, 'price.'),
          options: {
            due: values.number('options.due') ?? 0,
            mode: values.text('options.mode') === 'multi' ? 'multi' : 'solo',
            skill: (values.text('options.skill') as ProjectSkillWrite) || null,
          },
          ...(values.text('message') && { message: values.text('message') }),
          attached_files: uploads.attached,
        })
      }
    >
      <MoneyFields prefix="price." label={options.net} value={price} />
      <TextField name="options.due" label={texts.days} type="number" min="1" required defaultValue={current.due ?? undefined} />
      <SelectField name="options.mode" label={options.mode} defaultValue={current.mode ?? 'solo'} options={modes} />
      {current.skill && <SelectField name="options.skill" label={options.skill} defaultValue={current.skill} options={skills} />}
      <TextArea name="message" label={texts.message} />
      <Uploads label={files} uploads={uploads} />
    </Form>
  );
}

function Assign({ project: { gid, worker }, look }: ActionProps) {
  const texts = useTexts(staffOrderTexts).assign;
  return (
    <FormButton
      look={look}
      label={worker === null ? texts.first : texts.next}
      done={texts.done}
      onSubmit={({ text }) => api.updateProject(gid, { worker: { gid: text('worker.gid') } })}
    >
      <WorkerField />
    </FormButton>
  );
}

interface WriteAsProps extends ActionProps {
  worker: NonNullable<Project['worker']>;
  type: 'delivery' | 'simple';
}

/** Sends what the creative wrote or made, in their name. */
function WriteAs({ look, ...message }: WriteAsProps) {
  const { label, title } = useTexts(staffOrderTexts)[message.type];
  return (
    <DialogButton look={look} label={label} title={title(message.worker.full_name)}>
      <MessageForm {...message} />
    </DialogButton>
  );
}

function MessageForm({ project: { gid }, worker, type }: Omit<WriteAsProps, 'look'>) {
  const texts = useTexts(orderTexts);
  const { submit, done } = useTexts(staffOrderTexts)[type];
  const uploads = useUploads();
  const send = (message: string) =>
    api.createMessage(gid, { type, message, worker: { gid: worker.gid }, attached_files: uploads.attached });
  return (
    <Form submit={submit} done={done} isDisabled={!uploads.isDone} onSubmit={({ text }) => send(text('message'))}>
      <TextArea name="message" label={texts.message} required />
      <Uploads label={texts.files} uploads={uploads} />
    </Form>
  );
}
