import type { Fault } from '@partner-ordering/kernel/faults';
import Stripe from 'stripe';
import { faults } from '../faults.ts';

type SourceFault = { fault: Fault<unknown> };

/** The customer that a payment source names. */
export async function customerOf(stripe: Stripe, rid: string): Promise<Stripe.Customer | SourceFault> {
  if (!/^cus_\w+$/.test(rid)) return { fault: faults.not_a_customer_id };
  const customer = await stripe.customers.retrieve(rid).catch(unlessMissing);
  if (!customer) return { fault: faults.customer_not_found };
  return customer.deleted ? { fault: faults.customer_deleted } : customer;
}

/** Answers undefined if Stripe does not have the object; throws any other error. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error;
}

/** The id of an object that Stripe shows as its id or in full. */
export const idOf = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id);

/** The payment method of a customer. */
export async function defaultMethod(stripe: Stripe, rid: string): Promise<{ id: string } | SourceFault> {
  const customer = await customerOf(stripe, rid);
  if ('fault' in customer) return customer;
  const method = customer.invoice_settings.default_payment_method ?? customer.default_source;
  if (!method) return { fault: faults.no_default_payment_method };
  return { id: idOf(method) };
}
