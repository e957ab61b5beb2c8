/** What is to be charged. */
export interface Charge {
  /** The same for every attempt at one receipt, so that the provider charges it once. */
  idempotencyKey: string;
  /** The payment source at the provider. */
  rid: string;
  amountMinor: number;
  currency: string;
  /** The receipt's number. */
  description: string;
}

export type ChargeOutcome = { status: 'paid' } | { status: 'failed'; failure: string };

/** An external payment provider. A provider that throws is asked again later. */
export interface PaymentProvider {
  readonly name: string;
  /** Null where people take care of it: an admin marks receipts as paid. */
  readonly charge: ((charge: Charge) => Promise<ChargeOutcome>) | null;
}

/** Nothing is charged; an admin marks receipts as paid. */
export const manual: PaymentProvider = { name: 'manual', charge: null };
