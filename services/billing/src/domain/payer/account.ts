import type { Transaction } from '@partner-ordering/data';
import type { AccountState } from '../../../generated/events.ts';
import { PaymentSource } from './payment-source.ts';

/** Whether an organization can be charged. */
export async function readAccount({ em }: Transaction, organization: string): Promise<AccountState> {
  return { organization, has_payment_source: (await em.findOne(PaymentSource, organization)) !== null };
}
