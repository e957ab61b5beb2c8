import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentReading } from '../domain/payment.ts';
import type { RefundReading } from '../domain/refund.ts';

/** A charge to make. */
export interface Charge {
  /** Gid of the project. It is charged once, also when a restored database makes its receipt again. */
  project: string;
  /** The payment source at the provider. */
  rid: string;
  amountMinor: number;
  currency: string;
  /** The receipt's number. */
  description: string;
}

/** What is known of the attempts before. */
export interface ChargeProgress {
  /** From 1. It may have been made before without its outcome being recorded. */
  attempt: number;
  /** The payment at the provider, where one is known. */
  payment: string | null;
  /** When the receipt was made. Only before a restore the project can have been charged earlier. */
  since: Date;
}

/** What a charge has led to. Of a provider that tells no more than this, the whole amount is taken as received once it is paid. */
export type ChargeOutcome = Pick<PaymentReading, 'status'> & Partial<PaymentReading>;

/** A payment with the project that it is for, and the refunds of it that we have asked for. */
export interface PaymentAtProvider {
  /** Gid of the project; undefined for a payment of somebody else. */
  project: string | undefined;
  reading: PaymentReading;
  refunds: RefundReading[];
}

/** By what the payment of a project is found that nobody has recorded. */
export interface PaymentSearch {
  /** Gid of the project. */
  project: string;
  /** The payment source that it was to be charged to. */
  source: string;
  /** When the receipt was made. */
  since: Date;
}

/** A refund to make, and of what. */
export interface RefundOrder {
  /** The same for each attempt to make one refund. */
  gid: string;
  /** The payment at the provider. */
  payment: string;
  amountMinor: number;
  currency: string;
}

/** What a provider can be asked at which we have an account. Whatever throws is tried again later. */
export interface ProviderApi {
  /** What is wrong with a payment source, to follow its name in a sentence; undefined when it can be charged. */
  sourceFault(rid: string): Promise<string | undefined>;
  /** The payment of a project that is not canceled; undefined when none was begun. It makes none. */
  find(search: PaymentSearch): Promise<string | undefined>;
  /** A payment as it is now; undefined for one that does not exist. */
  read(payment: string): Promise<PaymentAtProvider | undefined>;
  /** Cancels a payment that is not made yet, so that nobody can complete it; answers it as it then is, also when it was too late. */
  cancel(payment: string): Promise<PaymentAtProvider | undefined>;
  /** Gives back a part of a payment, once for each gid. */
  refund(order: RefundOrder): Promise<RefundReading>;
  /** The payment that an event is about, if any. 400 unless the provider has signed it within the last five minutes. */
  paymentOfEvent(request: { text: string; headers: IncomingHttpHeaders; now: Date }): string | null;
}

/** An external payment provider. When a charge throws, it is tried again later. */
export interface PaymentProvider {
  readonly name: string;
  /** Null when nothing is charged automatically: an admin marks receipts as paid. */
  readonly charge: ((charge: Charge, progress: ChargeProgress) => Promise<ChargeOutcome>) | null;
  /** What else it can be asked; absent when it is none of ours. */
  readonly api?: ProviderApi;
}

/** Charges nothing: an admin marks receipts as paid. */
export const manual: PaymentProvider = { name: 'manual', charge: null };

/** An outcome with what the provider did not tell. */
export const readingOf = (outcome: ChargeOutcome, { amountMinor }: Pick<Charge, 'amountMinor'>): PaymentReading => ({
  ...{ rid: null, failure: null, actionUrl: null, refundedMinor: 0, dispute: null },
  ...{ receivedMinor: outcome.status === 'paid' ? amountMinor : 0, ...outcome },
});
