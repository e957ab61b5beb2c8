import { defineEntity, p } from '@mikro-orm/postgresql';
import { DAY_MS, type Detail } from '@partner-ordering/kernel';

/** The status of a payment at the provider; `pending` while it has not decided. */
export type PaymentStatus = 'pending' | 'paid' | 'failed' | 'canceled';

/** A payment as the provider reports it. Amounts are minor units of its currency, or of the receipt's where it names none. */
export interface PaymentReport {
  /** The rid of the payment; null if the provider made none. */
  rid: string | null;
  status: PaymentStatus;
  /** Why it failed. */
  failure: Detail | null;
  /** Address of the page where the payer has to confirm it. */
  actionUrl: string | null;
  receivedMinor: number;
  refundedMinor: number;
  /** ISO 4217; absent where the provider names none. */
  currency?: string;
  /** The newest objection of the payer. */
  dispute: { status: 'open' | 'won' | 'lost'; reason: string; amountMinor: number } | null;
}

const HOUR_MS = 3_600_000;
/** After each failed attempt; after the fifth nothing is tried by itself. */
const pausesMs = [1, 3, 5, 7].map((days) => days * DAY_MS);
/** Pause between two look-ups of a payment that the provider has not decided on, should it send no event. */
const PENDING_PAUSE_MS = 6 * HOUR_MS;

export const PaymentSchema = defineEntity({
  name: 'Payment',
  properties: {
    receiptGid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    rid: p.string().strictNullable(),
    status: p.string().$type<PaymentStatus>(),
    attempts: p.integer(),
    nextAttemptAt: p.datetime().strictNullable(),
    actionUrl: p.string().strictNullable(),
    receivedMinor: p.bigint('number'),
    refundedMinor: p.bigint('number'),
    /** ISO 4217 of what was received; null where the provider named none: the receipt's. */
    currency: p.string().strictNullable(),
    disputeStatus: p.string().$type<'open' | 'won' | 'lost'>().strictNullable(),
    disputeReason: p.string().strictNullable(),
    disputeMinor: p.bigint('number').strictNullable(),
    /** The receipt was paid otherwise before anything was received: all of it goes back. */
    isSurplus: p.boolean(),
    /** Counts changes by reports and by the begin and end of attempts. A report is out of date if a change came during its call. */
    readings: p.integer(),
  },
});

/** A receipt at the payment provider, as it was last looked up there. */
export class Payment extends PaymentSchema.class {
  /** The payment of a receipt that was never looked up. */
  static of(receiptGid: string, now: Date): Payment {
    return Object.assign(new Payment(), {
      receiptGid,
      createdAt: now,
      modifiedAt: null,
      rid: null,
      status: 'pending' as const,
      attempts: 0,
      nextAttemptAt: null,
      actionUrl: null,
      receivedMinor: 0,
      refundedMinor: 0,
      currency: null,
      disputeStatus: null,
      disputeReason: null,
      disputeMinor: null,
      readings: 0,
      isSurplus: false,
    } satisfies Partial<Payment>);
  }

  /** Takes over a report, the outcome of `attempt` if given. Answers whether it changes the payment, and whether it is of a new attempt. */
  applyReport(report: PaymentReport, attempt: number | undefined, now: Date): { isChanged: boolean; isNewAttempt: boolean } {
    if (attempt === undefined && isOtherPayment(this, report)) return { isChanged: false, isNewAttempt: false };
    const attempts = Math.max(this.attempts, attempt ?? 1);
    const isNewAttempt = attempts > this.attempts;
    const { rid, status, actionUrl, receivedMinor, refundedMinor, currency = null, dispute } = report;
    const reported = {
      rid: rid ?? this.rid,
      status,
      attempts,
      actionUrl,
      receivedMinor,
      refundedMinor,
      currency,
      disputeStatus: dispute?.status ?? null,
      disputeReason: dispute?.reason ?? null,
      disputeMinor: dispute?.amountMinor ?? null,
    };
    const isNewOutcome = status !== this.status || isNewAttempt;
    const isChanged = Object.entries(reported).some(([name, value]) => this[name as keyof typeof reported] !== value);
    if (isNewOutcome || status === 'pending') this.nextAttemptAt = nextAttempt(status, attempts, now);
    if (isChanged) Object.assign(this, reported, { readings: this.readings + 1, modifiedAt: now });
    return { isChanged, isNewAttempt };
  }

  /** An attempt is about to be made: from now on the provider may have a payment that nobody has recorded. */
  begin(attempt: number, now: Date): void {
    Object.assign(this, {
      rid: null,
      status: 'pending',
      attempts: attempt,
      nextAttemptAt: now,
      readings: this.readings + 1,
      modifiedAt: now,
    });
  }

  /** No attempt follows for a receipt that is paid or that an invoice holds; what is not decided is still looked up. */
  stopAttempts({ status, invoiceGid }: { status: string; invoiceGid: string | null }): void {
    if (this.status !== 'pending' && (status === 'paid' || invoiceGid !== null)) this.nextAttemptAt = null;
  }

  /** The provider has no payment of the attempt that was begun. */
  end(now: Date): void {
    const nextAttemptAt = nextAttempt('canceled', this.attempts, now);
    Object.assign(this, { status: 'canceled', nextAttemptAt, readings: this.readings + 1, modifiedAt: now });
  }

  /**
   * Money that the provider holds above the amount due, in minor units; negative while it is less. 0 for another currency: somebody has
   * changed the payment at the provider, and people decide.
   */
  surplusMinor({ totalMinor, creditedMinor, currency }: { totalMinor: number; creditedMinor: number; currency: string }): number {
    if (this.currency !== null && this.currency !== currency) return 0;
    const lostMinor = this.disputeStatus === 'lost' ? (this.disputeMinor ?? 0) : 0;
    return this.receivedMinor - this.refundedMinor - lostMinor - (this.isSurplus ? 0 : totalMinor - creditedMinor);
  }
}

PaymentSchema.setClass(Payment);

/** Whether a report is about a payment that was canceled and replaced, or that somebody has made beside this one. */
const isOtherPayment = (known: Payment, { rid, status }: PaymentReport): boolean =>
  known.rid !== null && rid !== known.rid && (known.status === 'paid' || status !== 'paid');

function nextAttempt(status: PaymentStatus, attempts: number, now: Date): Date | null {
  if (status === 'paid') return null;
  const pauseMs = status === 'pending' ? PENDING_PAUSE_MS : pausesMs[attempts - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}

/**
 * `begin` records that an attempt follows, which `charge` makes. `read` looks up a payment that the provider has not decided on. `search`
 * looks for the unrecorded payment of an attempt that must not be made any more.
 */
export type ChargeStep = 'begin' | 'charge' | 'read' | 'search';

/** The next step for a receipt; undefined when there is none now. `isChargeable`: its payment source is there, and no invoice holds it. */
export function chargeStep(
  receipt: { status: string; isToCharge: boolean },
  payment: Pick<Payment, 'rid' | 'status' | 'nextAttemptAt'> | null,
  { isChargeable, now }: { isChargeable: boolean; now: Date },
): ChargeStep | undefined {
  if (payment === null) return receipt.isToCharge && isChargeable ? 'begin' : undefined;
  const { rid, status, nextAttemptAt } = payment;
  if (nextAttemptAt === null || nextAttemptAt > now) return undefined;
  const isToCharge = isChargeable && receipt.status !== 'paid';
  if (status === 'pending') return rid !== null ? 'read' : isToCharge ? 'charge' : 'search';
  if (!isToCharge) return undefined;
  return rid === null || status === 'canceled' ? 'begin' : 'charge';
}
