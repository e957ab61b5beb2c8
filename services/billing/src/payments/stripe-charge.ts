import Stripe from 'stripe';
import { sourceFailure } from '../faults.ts';
import type { Charge, ChargeOutcome, PaymentProvider, PaymentSearch } from './provider.ts';
import { PROJECT_KEY, reportOfIntent, refusalOf, toStripe } from './stripe-report.ts';
import { defaultMethod, idOf } from './stripe-source.ts';

/** Clocks differ, and Stripe tells whole seconds. */
const CLOCK_SKEW_S = 3_600;

/** Errors of the moment, not of the payment: the next try looks the payment up again. */
const transientErrors = new Set(['payment_intent_unexpected_state', 'lock_timeout', 'idempotency_key_in_use', 'rate_limit']);

/** A charge with what its requests need. */
interface Attempt {
  stripe: Stripe;
  charge: Charge;
  /** The address to which payers return after they have confirmed a payment. */
  returnUrl: string;
}

/**
 * Charges a receipt at most once: at most one payment intent of its project can ever succeed. Stripe forgets idempotency keys after a day,
 * so an intent is looked up before one is made; the key keeps two that look at once from making two.
 */
export const chargeWith =
  (stripe: Stripe, returnUrl: string): NonNullable<PaymentProvider['charge']> =>
  async (charge) => {
    const attempt = { stripe, charge, returnUrl };
    try {
      const { intent, canceled } = await currentIntent(attempt);
      const isWaiting = intent?.status === 'requires_action' && charge.attempt > 1;
      if (intent && !isWaiting && !isToConfirm(intent, charge)) return reportOfIntent(await withConfirmationLink(attempt, intent));
      const method = await defaultMethod(stripe, charge.source);
      // The payer may still confirm it, unless another method is to be tried.
      if (isWaiting && ('fault' in method || method.id === (intent.payment_method && idOf(intent.payment_method))))
        return reportOfIntent(intent);
      if ('fault' in method) return { status: 'failed', failure: sourceFailure(method.fault) };
      const charged = await intentOfRequest(() => (intent ? confirm(attempt, intent, method.id) : create(attempt, method.id, canceled)));
      return reportOfIntent(await withConfirmationLink(attempt, charged));
    } catch (error) {
      return outcomeOf(error);
    }
  };

/** The intent of a project that is not canceled; else the newest canceled one, if any. */
interface FoundIntent {
  intent?: Stripe.PaymentIntent;
  canceled?: string;
}

async function currentIntent({ stripe, charge }: Attempt): Promise<FoundIntent> {
  const { payment } = charge;
  const knownIntent = payment === null ? undefined : await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] });
  if (knownIntent && knownIntent.status !== 'canceled') return { intent: knownIntent };
  const { intent, canceled = knownIntent?.id } = await findIntent(stripe, charge);
  return { ...(intent && { intent }), ...(canceled !== undefined && { canceled }) };
}

/**
 * Looks for the intents of a project. The customer's list is up to date at once and has those since the receipt was made. Stripe's search
 * lags by a minute and has those that a restored database has forgotten, also of another customer.
 */
export async function findIntent(stripe: Stripe, { project, source: customer, since }: PaymentSearch): Promise<FoundIntent> {
  const created = { gte: Math.floor(since.getTime() / 1000) - CLOCK_SKEW_S };
  const page = { limit: 100, expand: ['data.latest_charge'] };
  const recent = await intentAmong(stripe.paymentIntents.list({ customer, created, ...page }), project);
  if (recent.intent) return recent;
  const query = `metadata['${PROJECT_KEY}']:'${project}'`;
  return { ...(await intentAmong(stripe.paymentIntents.search({ query, ...page }), project)), ...recent };
}

async function intentAmong(intents: AsyncIterable<Stripe.PaymentIntent>, project: string): Promise<FoundIntent> {
  let canceled: string | undefined;
  for await (const intent of intents) {
    if (intent.metadata[PROJECT_KEY] !== project) continue;
    if (intent.status !== 'canceled') return { intent };
    canceled ??= intent.id;
  }
  return canceled === undefined ? {} : { canceled };
}

/** Whether an intent that was found is to be tried again. After a first attempt it is the outcome, which was not recorded. */
const isToConfirm = ({ status, last_payment_error: error }: Stripe.PaymentIntent, { attempt }: Charge): boolean =>
  status === 'requires_confirmation' || (status === 'requires_payment_method' && (attempt > 1 || error === null));

function create({ stripe, charge, returnUrl }: Attempt, method: string, canceled: string | undefined): Promise<Stripe.PaymentIntent> {
  const { project, source, amountMinor, currency, description, attempt } = charge;
  const money = { amount: toStripe(amountMinor, currency), currency: currency.toLowerCase() };
  return stripe.paymentIntents.create(
    {
      ...money,
      customer: source,
      payment_method: method,
      description,
      metadata: { [PROJECT_KEY]: project },
      confirm: true,
      off_session: true,
      return_url: returnUrl,
      expand: ['latest_charge'],
    },
    { idempotencyKey: [project, ...(attempt > 1 ? [attempt] : []), ...(canceled === undefined ? [] : ['after', canceled])].join('-') },
  );
}

async function confirm(
  { stripe, charge, returnUrl }: Attempt,
  intent: Stripe.PaymentIntent,
  method: string,
): Promise<Stripe.PaymentIntent> {
  const amount = toStripe(charge.amountMinor, charge.currency);
  if (intent.amount !== amount) await stripe.paymentIntents.update(intent.id, { amount });
  return stripe.paymentIntents.confirm(
    intent.id,
    { payment_method: method, off_session: true, return_url: returnUrl, expand: ['latest_charge'] },
    { idempotencyKey: `${charge.project}-${charge.attempt}-${amount}` },
  );
}

/** A bank that wants a confirmation declines without a link. A second request, as if the payer were there, gives the link. */
async function withConfirmationLink({ stripe, charge, returnUrl }: Attempt, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  const { status, last_payment_error: error } = intent;
  const method = error?.payment_method?.id;
  if (status !== 'requires_payment_method' || error?.code !== 'authentication_required' || method === undefined) return intent;
  return intentOfRequest(() =>
    stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: method, return_url: returnUrl, expand: ['latest_charge'] },
      { idempotencyKey: `${charge.project}-${charge.attempt}-action` },
    ),
  );
}

/** The intent of a request. When the bank declines, Stripe answers with an error that holds the intent. */
async function intentOfRequest(request: () => Promise<Stripe.PaymentIntent>): Promise<Stripe.PaymentIntent> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return error.payment_intent;
    throw error;
  }
}

/** An error that Stripe would answer again is a failure, which people see; others are thrown again. */
function outcomeOf(error: unknown): ChargeOutcome {
  const isFinal = error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
  if (!isFinal || transientErrors.has(error.code ?? '')) throw error;
  return { status: 'failed', failure: refusalOf(error) };
}
