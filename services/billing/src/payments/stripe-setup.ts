import type Stripe from 'stripe';
import type { OpenedSetup, SetupOrder, SetupResult } from './provider.ts';
import { customerOf, idOf, unlessMissing } from './stripe-source.ts';

/** The name under which a customer carries the gid of its organization. */
const ORGANIZATION_KEY = 'partner_ordering_organization';
/** Those that become a method of another kind when they are charged, or that the payer has to verify days later. */
const unfitMethods: Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType[] = [
  'acss_debit',
  'bancontact',
  'ideal',
  'us_bank_account',
];

/** Opens a page of Stripe Checkout. */
export async function openSetup(stripe: Stripe, order: SetupOrder): Promise<OpenedSetup> {
  const { organization, currency, returnUrl, cancelUrl, expiresAt } = order;
  const source = await customerFor(stripe, order);
  const { id: rid, url } = await stripe.checkout.sessions.create({
    mode: 'setup',
    customer: source,
    currency: currency.toLowerCase(),
    excluded_payment_method_types: unfitMethods,
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    client_reference_id: organization.gid,
    metadata: { [ORGANIZATION_KEY]: organization.gid },
  });
  return { rid, url: url!, source };
}

/** The customer that the organization has, or a new one: the same for pages that are opened at once. */
async function customerFor(stripe: Stripe, { organization: { gid, name }, source }: SetupOrder): Promise<string> {
  if (source !== null && !('fault' in (await customerOf(stripe, source)))) return source;
  const idempotencyKey = ['customer', gid, ...(source === null ? [] : ['after', source])].join('-');
  return (await stripe.customers.create({ name, metadata: { [ORGANIZATION_KEY]: gid } }, { idempotencyKey })).id;
}

/** Reads what was set up on a page. */
export async function readSetup(stripe: Stripe, rid: string): Promise<SetupResult | 'open' | undefined> {
  const session = await stripe.checkout.sessions.retrieve(rid, { expand: ['setup_intent.payment_method'] }).catch(unlessMissing);
  if (session?.status !== 'complete') return session?.status === 'open' ? 'open' : undefined;
  const { id: method, card, sepa_debit: debit } = (session.setup_intent as Stripe.SetupIntent).payment_method as Stripe.PaymentMethod;
  return { method, lastDigits: card?.last4 ?? debit?.last4 ?? null };
}

/** Has a customer charged by this method from now on. Answers the one before, if the customer is one that we have made. */
export async function setMethod(stripe: Stripe, source: string, method: string): Promise<string | undefined> {
  const customer = await customerOf(stripe, source);
  if ('fault' in customer) return undefined;
  const updated = await stripe.customers.update(source, { invoice_settings: { default_payment_method: method } }).catch(unlessMissing);
  // The customer is gone, or the new method is: then the one before goes on.
  if (!updated) return undefined;
  const before = customer.invoice_settings.default_payment_method;
  const isOurs = customer.metadata[ORGANIZATION_KEY] !== undefined;
  return isOurs && before !== null && idOf(before) !== method ? idOf(before) : undefined;
}

/** Removes a method from its customer. Stripe would refuse one that has none. */
export async function detachMethod(stripe: Stripe, method: string): Promise<void> {
  const paymentMethod = await stripe.paymentMethods.retrieve(method).catch(unlessMissing);
  if (paymentMethod?.customer) await stripe.paymentMethods.detach(method);
}
