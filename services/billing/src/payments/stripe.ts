import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import { invalid, unavailable } from '@partner-ordering/kernel';
import type { RefundReport } from '../domain/refund.ts';
import { faults } from '../faults.ts';
import type { EventSubject, PaymentAtProvider, PaymentProvider, ProviderApi, RefundOrder } from './provider.ts';
import { chargeWith, findIntent } from './stripe-charge.ts';
import { reportOfIntent, reportOfRefund, PROJECT_KEY, REFUND_KEY, toStripe } from './stripe-report.ts';
import { detachMethod, openSetup, readSetup, setMethod } from './stripe-setup.ts';
import { defaultMethod, unlessMissing } from './stripe-source.ts';

/** Our account at Stripe. */
export interface StripeOptions {
  secretKey: string;
  /** The secret with which Stripe signs its events. */
  webhookSecret: string;
  /** Base URL of the API instead of Stripe's own. */
  apiUrl?: string | undefined;
  /** The address to which payers return after they have confirmed a payment. */
  returnUrl: string;
}

const TIMEOUT_MS = 20_000;
/** An event that was signed earlier is refused: somebody may have recorded it. */
const TOLERANCE_S = 300;

/** Charges customers of an account at Stripe. */
export function stripePayments({ secretKey, webhookSecret, apiUrl, returnUrl }: StripeOptions): PaymentProvider {
  const stripe = new Stripe(secretKey, { timeout: TIMEOUT_MS, maxNetworkRetries: 2, telemetry: false, ...(apiUrl && apiAddress(apiUrl)) });
  return {
    name: 'stripe',
    charge: chargeWith(stripe, returnUrl),
    api: {
      sourceFault: async (rid) => {
        const method = await defaultMethod(stripe, rid).catch(throwUnavailableIfTransient);
        return 'fault' in method ? method.fault : undefined;
      },
      find: async (search) => (/^cus_/.test(search.source) ? (await findIntent(stripe, search)).intent?.id : undefined),
      read: (payment) => read(stripe, payment),
      cancel: async (payment) => {
        // Too late for one that has succeeded: then its report says so.
        await stripe.paymentIntents.cancel(payment).catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        });
        return read(stripe, payment);
      },
      refund: (order) => refund(stripe, order),
      openSetup: (order) => Promise.race([openSetup(stripe, order), rejectAfterTimeout()]).catch(throwUnavailableIfTransient),
      readSetup: (rid) => readSetup(stripe, rid),
      setMethod: (source, method) => setMethod(stripe, source, method),
      detachMethod: (method) => detachMethod(stripe, method),
      subjectOfEvent: subjectOfEventSignedWith(stripe, webhookSecret),
    },
  };
}

/** 503 while Stripe cannot answer. A key without the right, say, is a fault of ours. */
function throwUnavailableIfTransient(error: unknown): never {
  const { StripeConnectionError, StripeRateLimitError, StripeAPIError } = Stripe.errors;
  const isTransient = [StripeConnectionError, StripeRateLimitError, StripeAPIError].some((of) => error instanceof of);
  throw isTransient ? unavailable(error) : error;
}

const rejectAfterTimeout = (): Promise<never> =>
  setTimeout(TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(unavailable()));

function apiAddress(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return protocol === 'http:' ? { host, port: port || '80', protocol: 'http' } : { host, port: port || '443', protocol: 'https' };
}

async function read(stripe: Stripe, payment: string): Promise<PaymentAtProvider | undefined> {
  const intent = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }).catch(unlessMissing);
  if (!intent) return undefined;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const [dispute] = charge?.disputed ? (await stripe.disputes.list({ payment_intent: payment, limit: 1 })).data : [];
  const refunds = intent.amount_received > 0 ? await refundsOf(stripe, payment) : [];
  return { project: intent.metadata[PROJECT_KEY], report: reportOfIntent(intent, dispute), refunds };
}

/** The refunds of a payment that we have asked for, not those that somebody made at Stripe. */
async function refundsOf(stripe: Stripe, payment: string): Promise<RefundReport[]> {
  const reports: RefundReport[] = [];
  for await (const stripeRefund of stripe.refunds.list({ payment_intent: payment, limit: 100 })) {
    const gid = stripeRefund.metadata?.[REFUND_KEY];
    if (gid !== undefined) reports.push(reportOfRefund(gid, stripeRefund));
  }
  return reports;
}

/** Looks the refund up before it makes it, since Stripe forgets idempotency keys after a day. */
async function refund(stripe: Stripe, { gid, payment, amountMinor, currency }: RefundOrder): Promise<RefundReport> {
  const present = (await refundsOf(stripe, payment)).find((one) => one.gid === gid);
  if (present) return present;
  try {
    const amount = toStripe(amountMinor, currency);
    const refunded = await stripe.refunds.create(
      { payment_intent: payment, amount, metadata: { [REFUND_KEY]: gid } },
      { idempotencyKey: `refund-${gid}` },
    );
    return reportOfRefund(gid, refunded);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { gid, status: 'failed', failure: error.message };
  }
}

const subjectOfEventSignedWith =
  (stripe: Stripe, secret: string): ProviderApi['subjectOfEvent'] =>
  ({ text, headers, now }) => {
    try {
      const signature = String(headers['stripe-signature'] ?? '');
      const { data } = stripe.webhooks.constructEvent(text, signature, secret, TOLERANCE_S, undefined, now.getTime());
      return subjectOf((data as Stripe.Event.Data | undefined)?.object);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      throw invalid(faults.wrong_signature('Stripe-Signature'));
    }
  };

/** A page of ours, or a payment intent: the object of the event, or the one that its charge, refund or dispute belongs to. */
function subjectOf(eventObject: object | undefined): EventSubject | null {
  const { object, mode, id, payment_intent: intent } = (eventObject ?? {}) as Readonly<Record<string, unknown>>;
  if (object === 'checkout.session' && mode === 'setup') return isId(id) ? { setup: id } : null;
  const payment = object === 'payment_intent' ? id : intent;
  return isId(payment) ? { payment } : null;
}

const isId = (id: unknown): id is string => typeof id === 'string' && /^\w{1,255}$/.test(id);
