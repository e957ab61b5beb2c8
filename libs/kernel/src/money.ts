import { commonFaults } from './faults/common.ts';
import type { Detail } from './faults/declare-faults.ts';

/** ISO 4217 currencies whose minor unit is not a hundredth; the SQL function money_major() follows from this table. */
export const unusualDecimals: Readonly<Record<string, number>> = Object.fromEntries([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [
    code,
    0,
  ]),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3]),
  ...['CLF', 'UYW'].map((code) => [code, 4]),
]);

/** Decimals of a currency's major unit. */
export const decimalsOf = (currency: string): number => unusualDecimals[currency] ?? 2;

/** Major units (`12.5` EUR) as integer minor units (`1250`); undefined when the amount has more decimals than the currency. */
export function toMinor(amount: number, currency: string): number | undefined {
  const factor = 10 ** decimalsOf(currency);
  const minor = Math.round(amount * factor);
  // 0.29 * 100 is 28.999…: compare in major units, where the nearest double is the one the client wrote.
  return Number.isSafeInteger(minor) && minor / factor === amount ? minor : undefined;
}

/** Integer minor units as major units. */
export const toMajor = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** The current currencies of ISO 4217, by the list in Node (ICU). */
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** The faults of an amount in major units; `path` is its place: `monthly_budget.`, or empty for the body itself. */
export function moneyDetails({ amount, currency }: { amount: number; currency: string }, path = ''): Detail[] {
  if (!currencies.has(currency)) return [commonFaults.unknown_currency(`${path}currency`)];
  return toMinor(amount, currency) === undefined ? [commonFaults.too_many_decimals(`${path}amount`, { currency })] : [];
}

/**
 * The smallest sum that can be charged, in minor units; all others are its multiples. Stripe takes currencies of three decimals with a
 * last digit of 0 only, and the ariary in whole ones (https://docs.stripe.com/currencies).
 */
export const chargeUnit = (currency: string): number => (currency === 'MGA' ? 100 : decimalsOf(currency) === 3 ? 10 : 1);

/** The faults of an amount that becomes a charge: those of `moneyDetails`, and that it is no multiple of `chargeUnit`. */
export function chargeDetails(money: { amount: number; currency: string }, path = ''): Detail[] {
  const details = moneyDetails(money, path);
  const unit = chargeUnit(money.currency);
  if (details.length > 0 || toMinor(money.amount, money.currency)! % unit === 0) return details;
  return [commonFaults.not_a_multiple(`${path}amount`, { amount: toMajor(unit, money.currency), currency: money.currency })];
}
