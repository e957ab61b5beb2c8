import type { Project, ProjectUpdate } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { api } from '../api/client.ts';
import { ownersBudgetQuery } from '../api/reads.ts';
import { useSession } from '../app/session.tsx';
import { BudgetLeft, SendBack } from '../approvals/decision.tsx';
import { approvalsTexts } from '../approvals/texts.ts';
import { approve } from '../approvals/waiting-orders.ts';
import { Button } from '../kit/button.tsx';
import { FormButton } from '../kit/dialog.tsx';
import { TextArea } from '../kit/fields.tsx';
import { Facts } from '../kit/page.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useAction } from '../kit/use-action.ts';
import { isMyTurn } from '../orders/status.tsx';
import { fullName, useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { AnswerDelivery, DeliveryLink } from './delivery.tsx';
import { Downloads } from './downloads.tsx';
import { nextTexts } from './next-texts.ts';
import { AcceptProposal } from './proposal.tsx';
import { isCustomerView, can, hasStaffActions, isFinished, stepOf, type Step } from './step.ts';
import { PROPOSAL } from './timeline/entries.ts';
import { entryOf } from '../text/values.ts';

/** Only for our staff, which alone loads it. */
const StaffActions = lazy(() => import('./staff/actions.tsx').then(({ StaffActions: component }) => ({ default: component })));

/** While work goes on, only a message makes it the reader's turn. */
const workingSteps: readonly Step[] = ['contest', 'unassigned', 'in_progress', 'assign', 'deliver', 'add_works'];

/** The top of an order: a sentence about its state, the button of the next step, and the other possible answers. */
export function NextStep({ project }: { project: Project }) {
  const texts = useTexts(nextTexts);
  const { changed } = useTexts(approvalsTexts);
  const session = useSession();
  const step = stepOf(project, session);
  const { gid, price } = project;
  // The price that the reader sees, so that no other is paid.
  const publish = () => api.updateProject(gid, { state: 'published', ...(price && { price }) });
  return (
    <section className="section section-head next" aria-label={texts.next}>
      <NextText project={project} step={step} />
      <div className="actions">
        {step === 'launch' && <StepButton isMain label={texts.publish.launch} act={() => approve(project, changed)} />}
        {step === 'publish' && <StepButton isMain label={texts.publish.publish} act={publish} />}
        {step === 'accept_proposal' && <AcceptProposal project={project} />}
        {step === 'ask' && <StepButton isMain label={texts.ask} act={() => api.updateProject(gid, { state: 'waiting_for_proposal' })} />}
        {step === 'answer' && <AnswerDelivery gid={gid} />}
        {step === 'choose_winner' && (
          <a className="button main" href="#works">
            {texts.seeWorks}
          </a>
        )}
        {step === 'accept_proposal' && (
          <WithReason
            project={project}
            texts={texts.refuse}
            label={texts.refuse.label}
            change={{ state: 'waiting_for_proposal' }}
            isRequired
          />
        )}
        {can(project, 'withdraw') && isCustomerView(project, session) && <Withdraw project={project} />}
        {isFinished(project) && <Downloads project={project} look={step === 'hand_over' ? 'plain' : 'main'} />}
        {hasStaffActions(project) && <StaffActions project={project} step={step} />}
      </div>
    </section>
  );
}

/** The sentence, and what the reader has to know to take the step. */
function NextText({ project, step }: { project: Project; step: Step }) {
  const texts = useTexts(nextTexts);
  const { money, date } = useFormat();
  const isMine = isMyTurn(project, useSession());
  const { gid, state, price, deadline_at, worker, owner, organization } = project;
  const values = {
    price: money(price),
    deadline: date(deadline_at),
    worker: worker?.full_name ?? '',
    owner: fullName(owner),
    organization: organization.name,
  };
  return (
    <div className="stacked next-text">
      <p role="status">
        {entryOf<(about: typeof values) => string, Step>(texts.steps, step)?.(values)}
        {workingSteps.includes(step) && isMine && ` ${texts.asked}`}
        {state === 'draft' && isMine && ` ${texts.sentBack}`}
      </p>
      {step === 'accept_proposal' && <a href={`#${PROPOSAL}`}>{texts.seeProposal}</a>}
      {step === 'launch' && <OwnersBudget project={project} />}
      {step === 'answer' && <DeliveryLink gid={gid} />}
    </div>
  );
}

/** What an approval leaves of the owner's budget. */
function OwnersBudget({ project }: { project: Project }) {
  const { left } = useTexts(approvalsTexts);
  const { data: budget } = useQuery(ownersBudgetQuery(project));
  return <Facts entries={[[left, budget && <BudgetLeft order={project} budget={budget} tickedOrders={[]} />]]} />;
}

function StepButton({ label, act, isMain = false }: { label: string; act: () => Promise<unknown>; isMain?: boolean }) {
  const { run, isBusy } = useAction(act, useTexts(kitTexts).done);
  return (
    <Button look={isMain ? 'main' : 'plain'} isBusy={isBusy} onClick={() => run()}>
      {label}
    </Button>
  );
}

interface WithReasonProps {
  project: Project;
  change: ProjectUpdate;
  label: string;
  texts: { title: string; reason: string };
  isRequired?: boolean;
}

/** Answers a proposal with a word about why. */
function WithReason({ project: { gid }, change, label, texts: { title, reason }, isRequired = false }: WithReasonProps) {
  const send = (message: string): Promise<unknown> => api.updateProject(gid, { ...change, ...(message !== '' && { message }) });
  return (
    <FormButton label={label} title={title} onSubmit={({ text }) => send(text('message'))}>
      <TextArea name="message" label={reason} required={isRequired} />
    </FormButton>
  );
}

/** A proposal is withdrawn with a word about why; all else without. */
function Withdraw({ project }: { project: Project }) {
  const texts = useTexts(nextTexts);
  const { me } = useSession();
  const { gid, state, owner } = project;
  const isOwn = owner.gid === me.gid;
  const label = isOwn ? texts.withdraw : texts.sendBack;
  if (!isOwn && state === 'require_approval') return <SendBack order={project} look="plain" />;
  if (state === 'proposal')
    return <WithReason project={project} label={label} texts={texts.withdrawProposal} change={{ state: 'draft' }} />;
  return <StepButton label={label} act={() => api.updateProject(gid, { state: 'draft' })} />;
}
