import type { MemberBudget, Project } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { ownersBudgetQuery } from '../api/reads.ts';
import { useSession } from '../app/session.tsx';
import { BudgetLeft } from '../approvals/decision.tsx';
import { isOver, tagOf } from '../approvals/waiting-orders.ts';
import { DialogButton } from '../kit/dialog.tsx';
import { Form } from '../kit/form.tsx';
import { Facts } from '../kit/page.tsx';
import { kitTexts } from '../kit/texts.ts';
import { Approval, usePriceFacts } from '../new-order/summary.tsx';
import { newOrderTexts } from '../new-order/texts.ts';
import { optionTexts } from '../options/texts.ts';
import { fullName } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { nextTexts } from './next-texts.ts';
import { proposalTexts } from './proposal-texts.ts';
import { textFor } from '../text/values.ts';

/** Asks once before a proposal is accepted, and says what it costs. */
export function AcceptProposal({ project }: { project: Project }) {
  const texts = useTexts(proposalTexts);
  const { publish } = useTexts(nextTexts);
  return (
    <DialogButton look="main" label={publish.accept_proposal} title={texts.title}>
      <Acceptance project={project} />
    </DialogButton>
  );
}

/** Accepts what the reader sees: should the proposal change in the meantime, it shows the new one. */
function Acceptance({ project }: { project: Project }) {
  const [shown, setShown] = useState(project);
  const texts = useTexts(proposalTexts);
  const { publish } = useTexts(nextTexts);
  const { submit } = useTexts(newOrderTexts);
  const { done } = useTexts(kitTexts);
  const { gid, price } = shown;
  // The owner's counts, also if a manager accepts.
  const budget = useQuery(ownersBudgetQuery(shown));
  const isTooMuch = budget.data !== undefined && isOver(budget.data, shown);
  const accept = async (): Promise<void> => {
    try {
      await api.updateProject(gid, { state: 'published', ...(price && { price }) }, await tagOf(shown, texts.changed));
    } catch (error) {
      setShown(await api.getProject(gid));
      void refresh();
      throw error;
    }
  };
  return (
    <Form submit={isTooMuch ? submit.approve : publish.accept_proposal} done={done} isDisabled={budget.isPending} onSubmit={accept}>
      <Costs project={shown} budget={budget.data} isTooMuch={isTooMuch} />
    </Form>
  );
}

function Costs({ project, budget, isTooMuch }: { project: Project; budget: MemberBudget | undefined; isTooMuch: boolean }) {
  const texts = useTexts(proposalTexts);
  const options = useTexts(optionTexts);
  const { me } = useSession();
  const { price, vat, owner, options: choice } = project;
  const isOwn = owner.gid === me.gid;
  const ownerName = fullName(owner);
  return (
    <>
      <Facts
        entries={[
          ...usePriceFacts(price, vat),
          [options.mode, choice.mode && textFor(options.modes, choice.mode)],
          [options.due, choice.due && options.days(choice.due)],
          [isOwn ? texts.left : texts.leftOfOther(ownerName), budget && <BudgetLeft order={project} budget={budget} tickedOrders={[]} />],
        ]}
      />
      {isTooMuch && (isOwn ? <Approval state="require_approval" approvers={[]} /> : <p className="approval">{texts.over(ownerName)}</p>)}
    </>
  );
}
