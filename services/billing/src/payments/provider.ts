import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '@partner-ordering/kernel/faults';
import type { PaymentReport } from '../domain/payment.ts';
import type { RefundReport } from '../domain/refund.ts';

/** A charge to make, with the known results of earlier attempts. */
export interface Charge {
  /** Gid of the project. It is charged once, even if a receipt is made again after a restore. */
  project: string;
  /** The payment source at the provider. */
  source: string;
  amountMinor: number;
  currency: string;
  /** The receipt's number. */
  description: string;
  /** The number of the attempt, from 1. It may have been made already without a recorded outcome. */
  attempt: number;
  /** The payment at the provider; null while none is known. */
  payment: string | null;
  /** When the receipt was made. The project can have been charged earlier only before a restore. */
  since: Date;
}

/** Searches for a project's payment that is not recorded. */
export type PaymentSearch = Pick<Charge, 'project' | 'source' | 'since'>;

/** The outcome of a charge. If it has only a status, a paid charge received the whole amount. */
export type ChargeOutcome = Pick<PaymentReport, 'status'> & Partial<PaymentReport>;

/** A payment with its project, and the refunds that we have ordered for it. */
export interface PaymentAtProvider {
  /** Gid of the project; undefined for a foreign payment. */
  project: string | undefined;
  report: PaymentReport;
  refunds: RefundReport[];
}

/** A refund to make. */
export interface RefundOrder {
  /** Identifies the refund in all attempts. */
  gid: string;
  /** The payment at the provider. */
  payment: string;
  amountMinor: number;
  currency: string;
}

/** An order for a page where an organization sets up its payment source. */
export interface SetupOrder {
  organization: { gid: string; name: string };
  /** A payment source of the organization, which is reused if it still exists. */
  source: string | null;
  /** Currency of the charges, if known; otherwise a guess. */
  currency: string;
  /** The address after the page is completed. */
  returnUrl: string;
  /** The address after the page is canceled. */
  cancelUrl: string;
  /** When the page closes. */
  expiresAt: Date;
}

/** An open page and its payment source. */
export interface OpenedSetup {
  rid: string;
  url: string;
  source: string;
}

/** The result of a completed page. */
export interface SetupResult {
  /** The payment method with which to charge the page's payment source. */
  method: string;
  lastDigits: string | null;
}

/** The subject of an event: a payment, or a page where a payment source was set up. */
export type EventSubject = { payment: string } | { setup: string };

/** The API of a provider with an account of ours. Callers try again later if a method throws. */
export interface ProviderApi {
  /** The fault of a payment source; undefined if it can be charged. */
  sourceFault(rid: string): Promise<Fault<unknown> | undefined>;
  /** The payment of a project, unless it is canceled; undefined if none exists. */
  find(search: PaymentSearch): Promise<string | undefined>;
  /** The current payment; undefined if it does not exist. */
  read(payment: string): Promise<PaymentAtProvider | undefined>;
  /**
   * Cancels an unfinished payment, so that nobody can complete it. Answers the resulting payment, also if the cancellation came too late.
   */
  cancel(payment: string): Promise<PaymentAtProvider | undefined>;
  /** Refunds a part of a payment, once for each gid. */
  refund(order: RefundOrder): Promise<RefundReport>;
  /** Opens a page. 503 if the provider does not answer. */
  openSetup(order: SetupOrder): Promise<OpenedSetup>;
  /** The result of a page: `open` while it can still be completed, undefined if it ended without completion. */
  readSetup(rid: string): Promise<SetupResult | 'open' | undefined>;
  /** Sets the method with which an existing payment source is charged. Answers the previous one if we made the source. */
  setMethod(source: string, method: string): Promise<string | undefined>;
  /** Detaches a method from its payment source if it is still attached. */
  detachMethod(method: string): Promise<void>;
  /** The subject of an event; null for other events. 400 unless the provider signed it within the last five minutes. */
  subjectOfEvent(request: { text: string; headers: IncomingHttpHeaders; now: Date }): EventSubject | null;
}

/** An external payment provider. */
export interface PaymentProvider {
  readonly name: string;
  /** Null if nothing is charged automatically. A charge that throws is tried again later. */
  readonly charge: ((charge: Charge) => Promise<ChargeOutcome>) | null;
  /** Absent for a provider without these methods. */
  readonly api?: ProviderApi;
}

/** Charges nothing: an admin marks receipts as paid. */
export const manualProvider: PaymentProvider = { name: 'manual', charge: null };

/** The report of an outcome, with defaults for missing fields. */
export const paymentReport = (outcome: ChargeOutcome, { amountMinor }: Pick<Charge, 'amountMinor'>): PaymentReport => ({
  rid: null,
  failure: null,
  actionUrl: null,
  refundedMinor: 0,
  dispute: null,
  receivedMinor: outcome.status === 'paid' ? amountMinor : 0,
  ...outcome,
});
