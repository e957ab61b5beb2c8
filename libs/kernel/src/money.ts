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

/**
 * ISO 4217's list one of 2026-01-01, without funds, units of account, metals and test codes; `decimalsOf` serves withdrawn ones too.
 * Source:
 * https://www.six-group.com/dam/download/financial-information/data-center/iso-currrency/lists/list-one.xml
 */
const currencies = new Set(
  `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF
  DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
  KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN
  PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS
  UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
  `
    .trim()
    .split(/\s+/),
);

/** An amount in major units. */
interface Amount {
  amount: number;
  currency: string;
}

/**
 * The faults of an amount; `path` is its place: `monthly_budget.`, or empty for the body itself. A currency that is withdrawn passes where
 * it is the `present` one.
 */
export function moneyDetails({ amount, currency }: Amount, path = '', present: string | null = null): Detail[] {
  if (!currencies.has(currency) && currency !== present) return [commonFaults.unknown_currency(`${path}currency`)];
  return toMinor(amount, currency) === undefined ? [commonFaults.too_many_decimals(`${path}amount`, { currency })] : [];
}

/**
 * The smallest sum that can be charged, in minor units; all others are its multiples. Stripe takes currencies of three decimals with a
 * last digit of 0 only, and the ariary in whole ones (https://docs.stripe.com/currencies).
 */
export const chargeUnit = (currency: string): number => (currency === 'MGA' ? 100 : decimalsOf(currency) === 3 ? 10 : 1);

/** The faults of an amount that becomes a charge: those of `moneyDetails`, and that it is no multiple of `chargeUnit`. */
export function chargeDetails(money: Amount, path = '', present: string | null = null): Detail[] {
  const details = moneyDetails(money, path, present);
  const unit = chargeUnit(money.currency);
  if (details.length > 0 || toMinor(money.amount, money.currency)! % unit === 0) return details;
  return [commonFaults.not_a_multiple(`${path}amount`, { amount: toMajor(unit, money.currency), currency: money.currency })];
}
