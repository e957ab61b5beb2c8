import type { Fault } from '@partner-ordering/kernel/faults';
import Stripe from 'stripe';
import { faults } from '../faults.ts';

/** What is wrong with a payment source. */
type Faulty = { fault: Fault<unknown> };

/** The customer that a payment source names. */
export async function customerOf(stripe: Stripe, rid: string): Promise<Stripe.Customer | Faulty> {
  if (!/^cus_\w+$/.test(rid)) return { fault: faults.not_a_customer_id };
  const customer = await stripe.customers.retrieve(rid).catch(unlessMissing);
  if (!customer) return { fault: faults.customer_not_found };
  return customer.deleted ? { fault: faults.customer_deleted } : customer;
}

/** Undefined for what Stripe does not have. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error;
}

/** The id of what Stripe tells as an id or as a whole. */
export const idOf = (of: string | { id: string }): string => (typeof of === 'string' ? of : of.id);

/** The payment method of a customer. */
export async function defaultMethod(stripe: Stripe, rid: string): Promise<{ id: string } | Faulty> {
  const customer = await customerOf(stripe, rid);
  if ('fault' in customer) return customer;
  const method = customer.invoice_settings.default_payment_method ?? customer.default_source;
  if (!method) return { fault: faults.no_default_payment_method };
  return { id: idOf(method) };
}
