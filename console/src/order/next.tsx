import type { Project, ProjectUpdate } from '@partner-ordering/client';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, lazy, useState } from 'react';
import { api } from '../api/client.ts';
import { useSession } from '../app/session.tsx';
import { SendBack } from '../approvals/decision.tsx';
import { approvalsTexts } from '../approvals/texts.ts';
import { approve } from '../approvals/waiting.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmButton, FormButton } from '../kit/dialog.tsx';
import { TextArea } from '../kit/fields.tsx';
import { useAction } from '../kit/use-action.ts';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { openDeliveryOf, useMessages } from './conversation.ts';
import { nextTexts } from './next-texts.ts';
import { Share } from './share.tsx';
import { actsAsOwner, answers, can, stepOf } from './step.ts';

/** Only for our staff, which alone loads it. */
const StaffActions = lazy(() => import('./staff/actions.tsx').then(({ StaffActions: component }) => ({ default: component })));

/** What stands on top: one sentence about where the order is, the button of the next step, and the other ways to answer. */
export function NextStep({ project }: { project: Project }) {
  const texts = useTexts(nextTexts);
  const { money, date } = useFormat();
  const session = useSession();
  const step = stepOf(project, session);
  const { price, deadline_at, worker, owner, organization } = project;
  const about = {
    ...{ price: money(price), deadline: date(deadline_at), worker: worker?.full_name ?? '' },
    ...{ owner: fullName(owner), organization: organization.name },
  };
  return (
    <section className="section next" aria-label={texts.next}>
      <p className="next-text" role="status">
        {texts.steps[step](about)}
      </p>
      <div className="actions">
        {step === 'launch' && <Approve project={project} />}
        {(step === 'publish' || step === 'accept_proposal') && <Publish project={project} label={texts.publish[step]} />}
        {step === 'ask' && (
          <Change {...{ project, to: { state: 'waiting_for_proposal' }, label: texts.ask, done: texts.asked, isMain: true }} />
        )}
        {step === 'answer' && <AnswerDelivery project={project} />}
        {step === 'choose_winner' && (
          <a className="button main" href="#works">
            {texts.seeWorks}
          </a>
        )}
        {step === 'accept_proposal' && <RefuseProposal project={project} />}
        {can(project, 'withdraw') && answers(project, session) && <Withdraw project={project} />}
        {session.isAdmin && <StaffActions project={project} step={step} />}
      </div>
    </section>
  );
}

interface ChangeProps {
  project: Project;
  to: ProjectUpdate;
  label: string;
  done: string;
  isMain?: boolean;
}

function Change({ project, to, label, done, isMain = false }: ChangeProps) {
  const { run, isBusy } = useAction(() => api.updateProject(project.gid, to), done);
  return (
    <Button look={isMain ? 'main' : 'plain'} isBusy={isBusy} onClick={() => run()}>
      {label}
    </Button>
  );
}

/** Sends the price that the reader sees, so that no other is paid. */
function Publish({ project, label }: { project: Project; label: string }) {
  const { done } = useTexts(nextTexts);
  const price = project.price && { price: project.price };
  return <Change {...{ project, to: { state: 'published', ...price }, label, done: done.publish, isMain: true }} />;
}

/** Approves the order as the reader sees it. */
function Approve({ project }: { project: Project }) {
  const texts = useTexts(nextTexts);
  const { changed } = useTexts(approvalsTexts);
  const { run, isBusy } = useAction(async () => {
    if (!(await approve(project))) throw new Error(changed);
  }, texts.done.publish);
  return (
    <Button look="main" isBusy={isBusy} onClick={() => run()}>
      {texts.publish.launch}
    </Button>
  );
}

/** Answers the delivery that the reader has before them: a later one closes what is open. */
function AnswerDelivery({ project: { gid } }: { project: Project }) {
  const texts = useTexts(nextTexts);
  const delivery = openDeliveryOf(useMessages(gid).data?.items);
  if (delivery === undefined) return null;
  const answer = (type: 'accept' | 'reject', message: string): Promise<unknown> =>
    api.createMessage(gid, { type, message, delivery: { gid: delivery.gid } });
  return (
    <Fragment key={delivery.gid}>
      <ConfirmButton look="main" {...texts.accept} act={() => answer('accept', '')} />
      <FormButton {...texts.reject} onSubmit={({ text }) => answer('reject', text('message'))}>
        <TextArea name="message" label={texts.reject.reason} required />
      </FormButton>
    </Fragment>
  );
}

function RefuseProposal({ project: { gid } }: { project: Project }) {
  const texts = useTexts(nextTexts);
  return (
    <FormButton
      {...texts.refuse}
      onSubmit={({ text }) => api.updateProject(gid, { state: 'waiting_for_proposal', message: text('message') })}
    >
      <TextArea name="message" label={texts.refuse.reason} required />
    </FormButton>
  );
}

/** A proposal is withdrawn with a word about why; all else without. */
function Withdraw({ project }: { project: Project }) {
  const texts = useTexts(nextTexts);
  const { me } = useSession();
  const { gid, state, owner } = project;
  const isOwn = owner.gid === me.gid;
  if (!isOwn && state === 'require_approval') return <SendBack order={project} look="plain" />;
  const label = isOwn ? texts.withdraw : texts.sendBack;
  if (state !== 'proposal') return <Change {...{ project, to: { state: 'draft' }, label, done: texts.done.withdraw }} />;
  const act = (message: string): Promise<unknown> => api.updateProject(gid, { state: 'draft', ...(message !== '' && { message }) });
  return (
    <FormButton {...texts.withdrawProposal} label={label} onSubmit={({ text }) => act(text('message'))}>
      <TextArea name="message" label={texts.withdrawProposal.reason} />
    </FormButton>
  );
}

/** What can be done besides the next step. */
export function MoreActions({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const texts = useTexts(nextTexts);
  const session = useSession();
  const navigate = useNavigate();
  const [isShared, setShared] = useState(false);
  const { gid, organization } = project;
  const remove = async (): Promise<void> => {
    await api.deleteProject(gid);
    await navigate({ to: '/orders', replace: true });
  };
  return (
    <>
      {!answers(project, session) && (
        <Button look="quiet" onClick={() => session.act(organization.gid)}>
          {texts.actFor(organization.name)}
        </Button>
      )}
      {can(project, 'edit') && <Button onClick={onEdit}>{texts.edit}</Button>}
      {actsAsOwner(project, session) && <Button onClick={() => setShared(true)}>{texts.share}</Button>}
      {can(project, 'cancel') && <ConfirmButton {...texts.cancel} act={() => api.updateProject(gid, { status: 'canceled' })} />}
      {can(project, 'delete') && <ConfirmButton {...texts.remove} act={remove} />}
      {isShared && <Share project={project} onClose={() => setShared(false)} />}
    </>
  );
}
