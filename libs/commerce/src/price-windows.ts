import { parseTime } from '@partner-ordering/kernel';

/** When a price is valid: from a moment on, until just before another one; null is no limit. */
export interface Validity {
  validFrom: Date | null;
  validUntil: Date | null;
}

/** What one unit costs while a window lasts, in a price's public state. */
export interface PriceWindow {
  /** In the currency's minor unit. */
  amount_minor: number;
  currency: string;
  /** As the contract writes times; null is no limit. */
  valid_from: string | null;
  valid_until: string | null;
}

/** What one unit costs. */
export type UnitPrice = Pick<PriceWindow, 'amount_minor' | 'currency'>;

/** The public state of a price as far as a look-up reads it. Without `windows` it is valid at any time. */
export interface StatedPrice {
  amount_minor: number;
  currency: string;
  windows?: readonly PriceWindow[];
}

/** Whether a price is valid at a moment. */
export const isValidAt = ({ validFrom, validUntil }: Validity, at: Date): boolean =>
  (validFrom === null || validFrom <= at) && (validUntil === null || at < validUntil);

/** Whether two prices are valid at the same moment. */
export const overlaps = (one: Validity, other: Validity): boolean => beginsBeforeEnd(one, other) && beginsBeforeEnd(other, one);

const beginsBeforeEnd = ({ validFrom }: Validity, { validUntil }: Validity): boolean =>
  validFrom === null || validUntil === null || validFrom < validUntil;

/**
 * What a stated price is at a moment; undefined when it is not valid then. The time of the look-up decides: nothing is published when a
 * window begins.
 */
export function priceAt({ windows, ...always }: StatedPrice, at: Date): UnitPrice | undefined {
  if (!windows) return always;
  return windows.find(({ valid_from: from, valid_until: until }) => isValidAt({ validFrom: timeOf(from), validUntil: timeOf(until) }, at));
}

const timeOf = (text: string | null): Date | null => (text === null ? null : parseTime(text)!.at);
