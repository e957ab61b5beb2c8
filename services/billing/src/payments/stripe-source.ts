import Stripe from 'stripe';

/** A fault of a payment source, in words that follow its name. */
type Fault = { fault: string };

/** The customer that a payment source names. */
export async function customerOf(stripe: Stripe, rid: string): Promise<Stripe.Customer | Fault> {
  if (!/^cus_\w+$/.test(rid)) return { fault: 'is not a customer of Stripe (cus_…)' };
  const customer = await stripe.customers.retrieve(rid).catch(unlessMissing);
  if (!customer) return { fault: 'is not a customer of Stripe' };
  return customer.deleted ? { fault: 'is a customer who was deleted at Stripe' } : customer;
}

/** Undefined for what Stripe does not have. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error;
}

/** The id of what Stripe tells as an id or as a whole. */
export const idOf = (of: string | { id: string }): string => (typeof of === 'string' ? of : of.id);

/** The payment method of a customer. */
export async function defaultMethod(stripe: Stripe, rid: string): Promise<{ id: string } | Fault> {
  const customer = await customerOf(stripe, rid);
  if ('fault' in customer) return customer;
  const method = customer.invoice_settings.default_payment_method ?? customer.default_source;
  if (!method) return { fault: 'is a customer without a default payment method at Stripe' };
  return { id: idOf(method) };
}
