import type { MemberBudgetSummary, ProjectSummary } from '@partner-ordering/client';
import type { Look } from '../kit/button.tsx';
import { TextArea } from '../kit/fields.tsx';
import { FormButton } from '../kit/dialog.tsx';
import { orderName } from '../orders/link.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { approvalsTexts } from './texts.ts';
import { budgetLeft, sendBack, type PricedOrder } from './waiting-orders.ts';

interface BudgetLeftProps {
  order: PricedOrder;
  /** Undefined for an owner who is no longer a member. */
  budget: MemberBudgetSummary | undefined;
  tickedOrders: readonly PricedOrder[];
}

/** The rest of the owner's budget after this order and the owner's other ticked orders. */
export function BudgetLeft({ order, budget, tickedOrders }: BudgetLeftProps) {
  const texts = useTexts(approvalsTexts);
  const { money } = useFormat();
  if (budget === undefined) return '–';
  const { monthly_budget: limit, monthly_spent: spent } = budget;
  if (limit === null) return texts.unlimited;
  if (limit.currency !== order.price?.currency) return texts.otherCurrency(limit.currency);
  const otherOrders = tickedOrders.filter(({ gid, owner }) => owner.gid === order.owner.gid && gid !== order.gid);
  const rest = budgetLeft(limit, spent, [order, ...otherOrders]);
  if (rest.amount >= 0) return texts.leftOf(money(rest), money(limit));
  return <span className="wrong">{texts.over(money({ ...rest, amount: -rest.amount }), money(limit))}</span>;
}

/** Returns an order to its owner. */
export function SendBack({ order, look = 'quiet' }: { order: ProjectSummary; look?: Look }) {
  const texts = useTexts(approvalsTexts);
  const { title, owner } = order;
  return (
    <FormButton
      look={look}
      label={texts.sendBack}
      subject={orderName(order)}
      title={texts.sendBackTitle(title)}
      text={texts.sendBackText(owner.firstname)}
      done={texts.sentBack}
      onSubmit={({ text }) => sendBack(order, text('message'), texts.changed)}
    >
      <TextArea name="message" label={texts.reason} hint={texts.reasonHint} />
    </FormButton>
  );
}
