import Stripe from 'stripe';
import { invalid, unavailable } from '@partner-ordering/kernel';
import type { RefundReading } from '../domain/refund.ts';
import type { PaymentAtProvider, PaymentProvider, ProviderApi, RefundOrder } from './provider.ts';
import { chargeWith, findIntent } from './stripe-charge.ts';
import { readingOfIntent, readingOfRefund, PROJECT_KEY, REFUND_KEY, toStripe } from './stripe-reading.ts';
import { defaultMethod } from './stripe-source.ts';

/** Our account at Stripe. */
export interface StripeOptions {
  secretKey: string;
  /** What Stripe signs its events with. */
  webhookSecret: string;
  /** Base URL of the API instead of Stripe's own. */
  apiUrl?: string | undefined;
  /** Where payers return after they have confirmed a payment. */
  returnUrl: string;
}

const TIMEOUT_MS = 20_000;
/** An event that was signed earlier is refused: somebody may have recorded it. */
const TOLERANCE_S = 300;

/** Charges customers of an account at Stripe. */
export function stripePayments({ secretKey, webhookSecret, apiUrl, returnUrl }: StripeOptions): PaymentProvider {
  const stripe = new Stripe(secretKey, { timeout: TIMEOUT_MS, maxNetworkRetries: 2, telemetry: false, ...(apiUrl && placeOf(apiUrl)) });
  return {
    name: 'stripe',
    charge: chargeWith(stripe, returnUrl),
    api: {
      sourceFault: async (rid) => {
        const method = await defaultMethod(stripe, rid).catch((error: unknown) => Promise.reject(unavailable(error)));
        return 'fault' in method ? method.fault : undefined;
      },
      find: async (search) => (/^cus_/.test(search.source) ? (await findIntent(stripe, search)).intent?.id : undefined),
      read: (payment) => read(stripe, payment),
      cancel: async (payment) => {
        // Too late for one that has succeeded: then its reading says so.
        await stripe.paymentIntents.cancel(payment).catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        });
        return read(stripe, payment);
      },
      refund: (order) => refund(stripe, order),
      paymentOfEvent: paymentOfEventSignedWith(stripe, webhookSecret),
    },
  };
}

function placeOf(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return protocol === 'http:' ? { host, port: port || '80', protocol: 'http' } : { host, port: port || '443', protocol: 'https' };
}

async function read(stripe: Stripe, payment: string): Promise<PaymentAtProvider | undefined> {
  const intent = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }).catch(unlessMissing);
  if (!intent) return undefined;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const [dispute] = charge?.disputed ? (await stripe.disputes.list({ payment_intent: payment, limit: 1 })).data : [];
  const refunds = intent.amount_received > 0 ? await refundsOf(stripe, payment) : [];
  return { project: intent.metadata[PROJECT_KEY], reading: readingOfIntent(intent, dispute), refunds };
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error;
}

/** The refunds of a payment that we have asked for, not those that somebody made at Stripe. */
async function refundsOf(stripe: Stripe, payment: string): Promise<RefundReading[]> {
  const ours: RefundReading[] = [];
  for await (const made of stripe.refunds.list({ payment_intent: payment, limit: 100 })) {
    const gid = made.metadata?.[REFUND_KEY];
    if (gid !== undefined) ours.push(readingOfRefund(gid, made));
  }
  return ours;
}

/** Looks the refund up before it makes it, since Stripe forgets idempotency keys after a day. */
async function refund(stripe: Stripe, { gid, payment, amountMinor, currency }: RefundOrder): Promise<RefundReading> {
  const made = (await refundsOf(stripe, payment)).find((one) => one.gid === gid);
  if (made) return made;
  try {
    const amount = toStripe(amountMinor, currency);
    const refunded = await stripe.refunds.create(
      { payment_intent: payment, amount, metadata: { [REFUND_KEY]: gid } },
      { idempotencyKey: `refund-${gid}` },
    );
    return readingOfRefund(gid, refunded);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { gid, status: 'failed', failure: error.message };
  }
}

const paymentOfEventSignedWith =
  (stripe: Stripe, secret: string): ProviderApi['paymentOfEvent'] =>
  ({ text, headers, now }) => {
    try {
      const signature = String(headers['stripe-signature'] ?? '');
      const { data } = stripe.webhooks.constructEvent(text, signature, secret, TOLERANCE_S, undefined, now.getTime());
      return paymentOf((data as Stripe.Event.Data | undefined)?.object);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      throw invalid({ path: 'Stripe-Signature', message: 'is not a signature of this body by Stripe, or is older than five minutes' });
    }
  };

/** The payment intent of an event: its object, or the one that its charge, refund or dispute belongs to. */
function paymentOf(about: object | undefined): string | null {
  const { object, id, payment_intent: intent } = (about ?? {}) as { object?: unknown; id?: unknown; payment_intent?: unknown };
  const found = object === 'payment_intent' ? id : intent;
  return typeof found === 'string' && /^\w{1,255}$/.test(found) ? found : null;
}
