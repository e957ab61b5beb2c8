import Stripe from 'stripe';

/** The payment method of a customer, or the fault of the customer, in words that follow its name. */
export async function defaultMethod(stripe: Stripe, rid: string): Promise<{ id: string } | { fault: string }> {
  if (!/^cus_\w+$/.test(rid)) return { fault: 'is not a customer of Stripe (cus_…)' };
  try {
    const customer = await stripe.customers.retrieve(rid);
    if (customer.deleted) return { fault: 'is a customer who was deleted at Stripe' };
    const method = customer.invoice_settings.default_payment_method ?? customer.default_source;
    if (!method) return { fault: 'is a customer without a default payment method at Stripe' };
    return { id: typeof method === 'string' ? method : method.id };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return { fault: 'is not a customer of Stripe' };
    throw error;
  }
}
