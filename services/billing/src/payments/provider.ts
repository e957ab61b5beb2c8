import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '@partner-ordering/kernel/faults';
import type { PaymentReading } from '../domain/payment.ts';
import type { RefundReading } from '../domain/refund.ts';

/** A charge to make, and what is known of the attempts before. */
export interface Charge {
  /** Gid of the project. It is charged once, also when a restored database makes its receipt again. */
  project: string;
  /** The payment source at the provider. */
  source: string;
  amountMinor: number;
  currency: string;
  /** The receipt's number. */
  description: string;
  /** From 1. This attempt may have been made before without a recorded outcome. */
  attempt: number;
  /** The payment at the provider; null while none is known. */
  payment: string | null;
  /** When the receipt was made. The project can have been charged earlier only before a restore. */
  since: Date;
}

/** Finds the payment of a project that nobody has recorded. */
export type PaymentSearch = Pick<Charge, 'project' | 'source' | 'since'>;

/** The outcome of a charge. A provider that tells only the status has received the whole amount once it is paid. */
export type ChargeOutcome = Pick<PaymentReading, 'status'> & Partial<PaymentReading>;

/** A payment with its project, and the refunds of it that we have asked for. */
export interface PaymentAtProvider {
  /** Gid of the project; undefined for a payment of somebody else. */
  project: string | undefined;
  reading: PaymentReading;
  refunds: RefundReading[];
}

/** A refund to make. */
export interface RefundOrder {
  /** The same for each attempt to make one refund. */
  gid: string;
  /** The payment at the provider. */
  payment: string;
  amountMinor: number;
  currency: string;
}

/** A page to open where an organization sets up what it pays with. */
export interface SetupOrder {
  organization: { gid: string; name: string };
  /** A payment source that the organization owns, to be used again if it still exists. */
  source: string | null;
  /** What is charged in, as far as is known. */
  currency: string;
  /** Where the page leads when it is completed. */
  returnUrl: string;
  /** Where it leads otherwise. */
  cancelUrl: string;
  /** When the page closes. */
  expiresAt: Date;
}

/** A page that was opened, and the payment source that it is for. */
export interface OpenedSetup {
  rid: string;
  url: string;
  source: string;
}

/** What was set up on a page. */
export interface SetupReading {
  /** The way to charge the page's payment source. */
  method: string;
  lastDigits: string | null;
}

/** What an event is about: a payment, or a page where a payment source was set up. */
export type EventSubject = { payment: string } | { setup: string };

/** The API of a provider at which we have an account. What throws is tried again later. */
export interface ProviderApi {
  /** What is wrong with a payment source; undefined when it can be charged. */
  sourceFault(rid: string): Promise<Fault<unknown> | undefined>;
  /** The payment of a project that is not canceled; undefined when none was begun. It makes none. */
  find(search: PaymentSearch): Promise<string | undefined>;
  /** A payment as it is now; undefined for one that does not exist. */
  read(payment: string): Promise<PaymentAtProvider | undefined>;
  /** Cancels a payment that is not made yet, so that nobody can complete it. Answers it as it then is, also when it was too late. */
  cancel(payment: string): Promise<PaymentAtProvider | undefined>;
  /** Gives back a part of a payment, once for each gid. */
  refund(order: RefundOrder): Promise<RefundReading>;
  /** Opens a page. 503 if the provider does not answer. */
  openSetup(order: SetupOrder): Promise<OpenedSetup>;
  /** Undefined for a page that was not completed; `open` while it still may be. */
  readSetup(rid: string): Promise<SetupReading | 'open' | undefined>;
  /** Has a payment source that still exists charged by this method from now on. Answers the one before, if we made the source. */
  setMethod(source: string, method: string): Promise<string | undefined>;
  /** Removes a method from its payment source, unless it is gone already. */
  detachMethod(method: string): Promise<void>;
  /** What an event is about; null for anything else. 400 unless the provider has signed it within the last five minutes. */
  subjectOfEvent(request: { text: string; headers: IncomingHttpHeaders; now: Date }): EventSubject | null;
}

/** An external payment provider. */
export interface PaymentProvider {
  readonly name: string;
  /** Null when nothing is charged automatically. A charge that throws is tried again later. */
  readonly charge: ((charge: Charge) => Promise<ChargeOutcome>) | null;
  /** Absent for a provider that can be asked nothing else. */
  readonly api?: ProviderApi;
}

/** Charges nothing: an admin marks receipts as paid. */
export const manual: PaymentProvider = { name: 'manual', charge: null };

/** An outcome with what the provider did not tell. */
export const readingOf = (outcome: ChargeOutcome, { amountMinor }: Pick<Charge, 'amountMinor'>): PaymentReading => ({
  ...{ rid: null, failure: null, actionUrl: null, refundedMinor: 0, dispute: null },
  ...{ receivedMinor: outcome.status === 'paid' ? amountMinor : 0, ...outcome },
});
