import type Stripe from 'stripe';
import { decimalsOf, type Detail } from '@partner-ordering/kernel';
import type { Fault } from '@partner-ordering/kernel/faults';
import type { PaymentReading } from '../domain/payment.ts';
import type { RefundReading } from '../domain/refund.ts';
import { faults } from '../faults.ts';

/** Decimals of currencies that Stripe counts otherwise than ISO 4217: https://docs.stripe.com/currencies#special-cases */
const stripeDecimals: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** How many more decimals Stripe counts than we do. */
const moreDecimals = (currency: string): number => (stripeDecimals[currency] ?? decimalsOf(currency)) - decimalsOf(currency);

/** Minor units as Stripe counts them: whole ones, as amounts are multiples of `chargeUnit`. */
export const toStripe = (minor: number, currency: string): number => shifted(minor, moreDecimals(currency));

/** Stripe's amount as minor units. */
export const fromStripe = (amount: number, currency: string): number => shifted(amount, -moreDecimals(currency.toUpperCase()));

// A negative power of ten is no exact number.
const shifted = (amount: number, by: number): number => (by < 0 ? amount / 10 ** -by : amount * 10 ** by);

/** The meaning of a payment intent's status; for all others the payer or this service has still to act. */
const statuses: Readonly<Partial<Record<Stripe.PaymentIntent.Status, PaymentReading['status']>>> = {
  ...{ succeeded: 'paid', processing: 'pending', requires_capture: 'pending', canceled: 'canceled' },
};

/** A payment intent as a reading; `dispute` is looked up beside it. */
export function readingOfIntent(intent: Stripe.PaymentIntent, dispute?: Stripe.Dispute): PaymentReading {
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
  ...{ card_declined: faults.card_declined, authentication_required: faults.card_declined },
  ...{ expired_card: faults.card_expired, insufficient_funds: faults.insufficient_funds },
};

/** An error of Stripe's in its own words. */
export function refusalOf({ code, decline_code: decline, message = '' }: Refusal): Detail {
  const fault = refusals[decline ?? ''] ?? refusals[code ?? ''] ?? faults.charge_refused;
  return fault('', { provider_message: message.slice(0, 1024) });
}

type Refusal = { [Name in 'code' | 'decline_code' | 'message']?: string | undefined };

/** Where the payer confirms: a page of Stripe or of the bank. */
function actionUrl({ next_action: action }: Stripe.PaymentIntent): string | null {
  return action?.redirect_to_url?.url ?? action?.verify_with_microdeposits?.hosted_verification_url ?? null;
}

function disputeOf({ status, reason, amount, currency }: Stripe.Dispute): NonNullable<PaymentReading['dispute']> {
  const isWon = status === 'won' || status === 'warning_closed' || status === 'prevented';
  return { status: isWon ? 'won' : status === 'lost' ? 'lost' : 'open', reason, amountMinor: fromStripe(amount, currency) };
}

/** The name under which a refund at Stripe carries our gid. */
export const REFUND_KEY = 'partner_ordering_refund';
/** The name under which a payment intent carries the gid of its project. */
export const PROJECT_KEY = 'partner_ordering_project';

/** A refund as a reading. */
export function readingOfRefund(gid: string, { status, failure_reason: reason }: Stripe.Refund): RefundReading {
  if (status === 'succeeded') return { gid, status: 'done', failure: null };
  const hasFailed = status === 'failed' || status === 'canceled';
  return { gid, status: hasFailed ? 'failed' : 'pending', failure: hasFailed ? (reason ?? status) : null };
}
