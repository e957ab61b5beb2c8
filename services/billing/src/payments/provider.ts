/** A charge to make. */
export interface Charge {
  /** The same for each attempt to charge one receipt, so that the provider charges it only once. */
  idempotencyKey: string;
  /** The payment source at the provider. */
  rid: string;
  amountMinor: number;
  currency: string;
  /** The receipt's number. */
  description: string;
}

export type ChargeOutcome = { status: 'paid' } | { status: 'failed'; failure: string };

/** An external payment provider. When a charge throws, it is tried again later. */
export interface PaymentProvider {
  readonly name: string;
  /** Null when nothing is charged automatically: an admin marks receipts as paid. */
  readonly charge: ((charge: Charge) => Promise<ChargeOutcome>) | null;
}

/** Charges nothing: an admin marks receipts as paid. */
export const manual: PaymentProvider = { name: 'manual', charge: null };
