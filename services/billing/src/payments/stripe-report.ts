import type Stripe from 'stripe';
import { decimalsOf, type Detail } from '@partner-ordering/kernel';
import type { Fault } from '@partner-ordering/kernel/faults';
import type { PaymentReport } from '../domain/payment.ts';
import type { RefundReport } from '../domain/refund.ts';
import { faults } from '../faults.ts';

/** Decimals of currencies that Stripe counts otherwise than ISO 4217: https://docs.stripe.com/currencies#special-cases */
const stripeDecimals: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** The number of decimals that Stripe counts beyond ours. */
const extraDecimals = (currency: string): number => (stripeDecimals[currency] ?? decimalsOf(currency)) - decimalsOf(currency);

/** Minor units as Stripe counts them: whole ones, as amounts are multiples of `chargeUnit`. */
export const toStripe = (minor: number, currency: string): number => shiftDecimals(minor, extraDecimals(currency));

/** Stripe's amount as minor units. */
export const fromStripe = (amount: number, currency: string): number => shiftDecimals(amount, -extraDecimals(currency.toUpperCase()));

// A negative power of ten is no exact number.
const shiftDecimals = (amount: number, decimals: number): number => (decimals < 0 ? amount / 10 ** -decimals : amount * 10 ** decimals);

/** The meaning of a payment intent's status; for all others the payer or this service has still to act. */
const statuses: Readonly<Partial<Record<Stripe.PaymentIntent.Status, PaymentReport['status']>>> = {
  succeeded: 'paid',
  processing: 'pending',
  requires_capture: 'pending',
  canceled: 'canceled',
};

/** The report of a payment intent; `dispute` is looked up beside it. */
export function reportOfIntent(intent: Stripe.PaymentIntent, dispute?: Stripe.Dispute): PaymentReport {
  const { currency, latest_charge: charge } = intent;
  const refunded = typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0;
  return {
    rid: intent.id,
    status: statuses[intent.status] ?? 'failed',
    failure: intent.status in statuses ? null : failureOf(intent),
    actionUrl: intent.status === 'requires_action' ? actionUrl(intent) : null,
    receivedMinor: fromStripe(intent.amount_received, currency),
    refundedMinor: fromStripe(refunded, currency),
    currency: currency.toUpperCase(),
    dispute: dispute ? disputeOf(dispute) : null,
  };
}

function failureOf({ status, last_payment_error: error }: Stripe.PaymentIntent): Detail {
  if (status === 'requires_action') return faults.confirmation_needed('');
  return error?.message === undefined ? faults.payment_not_completed('') : refusalOf(error);
}

/** Refusals on which a payer acts in different ways, by the codes of Stripe and of its declines: https://docs.stripe.com/declines/codes */
const refusals: Readonly<Record<string, Fault<{ provider_message: string }>>> = {
  card_declined: faults.card_declined,
  authentication_required: faults.card_declined,
  expired_card: faults.card_expired,
  insufficient_funds: faults.insufficient_funds,
};

/** An error of Stripe's in its own words. */
export function refusalOf({ code, decline_code: decline, message = '' }: Refusal): Detail {
  const fault = refusals[decline ?? ''] ?? refusals[code ?? ''] ?? faults.charge_refused;
  return fault('', { provider_message: message.slice(0, 1024) });
}

type Refusal = { [Name in 'code' | 'decline_code' | 'message']?: string | undefined };

/** The page where the payer confirms, of Stripe or of the bank. */
function actionUrl({ next_action: action }: Stripe.PaymentIntent): string | null {
  return action?.redirect_to_url?.url ?? action?.verify_with_microdeposits?.hosted_verification_url ?? null;
}

function disputeOf({ status, reason, amount, currency }: Stripe.Dispute): NonNullable<PaymentReport['dispute']> {
  const isWon = status === 'won' || status === 'warning_closed' || status === 'prevented';
  return { status: isWon ? 'won' : status === 'lost' ? 'lost' : 'open', reason, amountMinor: fromStripe(amount, currency) };
}

/** The name under which a refund at Stripe carries our gid. */
export const REFUND_KEY = 'partner_ordering_refund';
/** The name under which a payment intent carries the gid of its project. */
export const PROJECT_KEY = 'partner_ordering_project';

/** The report of a refund. */
export function reportOfRefund(gid: string, { status, failure_reason: reason }: Stripe.Refund): RefundReport {
  if (status === 'succeeded') return { gid, status: 'done', failure: null };
  const hasFailed = status === 'failed' || status === 'canceled';
  return { gid, status: hasFailed ? 'failed' : 'pending', failure: hasFailed ? (reason ?? status) : null };
}
