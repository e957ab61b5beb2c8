import type { EventHandler } from '@partner-ordering/service';
import { keyOf } from '@partner-ordering/messaging';
import type { Followed } from '../../generated/events.ts';
import { isInOtherCurrency } from '../domain/budget/budget.ts';

/** A budget that has another currency now: what is shown as spent is published in it, too, and not only when the next project is booked. */
export const onMembershipState: EventHandler<Followed['membership.state'] | null> = async (event, tx, { publishAgain }) => {
  const { data } = event;
  const key = keyOf(event);
  if (data && (await isInOtherCurrency(tx, key, data.monthly_budget))) publishAgain('budget_account', key);
};
