import { makeValidator } from 'envalid';
import { jsonObject, majorUnits, sql, type Column, type Field } from '@partner-ordering/data';
import { chargeUnit, isCountryCode } from '@partner-ordering/kernel';

/** The parts of an address on which VAT depends. */
export interface VatAddress {
  /** Two letters, ISO 3166-1; null when it is unknown. */
  country: string | null;
  zipcode: string | null;
  city: string | null;
}

/** A part of a country that does not count as that country for VAT, by postal code (the first five digits) or city. */
interface Part {
  country: string;
  zipcode?: RegExp;
  city?: RegExp;
  area: string;
}

/** Articles are those of Directive 2006/112/EC, but for those of the Treaty on the Functioning of the European Union (TFEU). */
const parts: readonly Part[] = [
  { country: 'GR', zipcode: /^6308[67]/, area: 'Mount Athos' }, // 6(1)(a)
  { country: 'ES', zipcode: /^3[58]/, area: 'Canary Islands' }, // 6(1)(b)
  { country: 'FR', zipcode: /^978|^97150/, area: 'MF' }, // 6(1)(c) and 349 TFEU, like the next five
  { country: 'FR', zipcode: /^971(?!33)/, area: 'GP' },
  { country: 'FR', zipcode: /^972/, area: 'MQ' },
  { country: 'FR', zipcode: /^973/, area: 'GF' },
  { country: 'FR', zipcode: /^974/, area: 'RE' },
  { country: 'FR', zipcode: /^976/, area: 'YT' },
  { country: 'FI', zipcode: /^22/, area: 'AX' }, // 6(1)(d)
  { country: 'IT', zipcode: /^22061/, city: /^campione d\W*italia\b/i, area: 'Campione d’Italia' }, // 6(1)(f)
  { country: 'DE', zipcode: /^27498/, area: 'Heligoland' }, // 6(2)(a)
  { country: 'DE', zipcode: /^78266/, area: 'Büsingen' }, // 6(2)(b)
  { country: 'ES', zipcode: /^51/, area: 'Ceuta' }, // 6(2)(c)
  { country: 'ES', zipcode: /^52/, area: 'Melilla' }, // 6(2)(d)
  { country: 'IT', zipcode: /^23041/, city: /^livigno\b/i, area: 'Livigno' }, // 6(2)(e)
  { country: 'FR', zipcode: /^97(133|7)/, area: 'BL' }, // 5(4), with 355(2) TFEU and its Annex II, like the next four
  { country: 'FR', zipcode: /^975/, area: 'PM' },
  { country: 'FR', zipcode: /^986/, area: 'WF' },
  { country: 'FR', zipcode: /^987/, area: 'PF' },
  { country: 'FR', zipcode: /^988/, area: 'NC' },
];

const partsOf: ReadonlyMap<string, readonly Part[]> = Map.groupBy(parts, ({ country }) => country);

/** Countries that VAT counts to another one: Article 7. Akrotiri and Dhekelia have no code; written as Cyprus, they count to it. */
const sameAs: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' };

/**
 * The area of an address for VAT: the code of a country, or the name of a part that is none of its country's. All other regions
 * outside the VAT area have country codes of their own, such as `JE`. Null without a country.
 */
function vatArea({ country, zipcode, city }: VatAddress): string | null {
  if (country === null) return null;
  // `630 86`, `D-78266`, `97110 CEDEX 9`; but not `3500`, which is 03500 (Benidorm) from a sheet that took it for a number.
  const digits = /\d{5}/.exec(zipcode?.replaceAll(/\s/g, '') ?? '')?.[0] ?? '';
  for (const part of partsOf.get(country) ?? []) if (part.zipcode?.test(digits) || part.city?.test(city?.trim() ?? '')) return part.area;
  return areaOf(country);
}

/** The area of a country, two letters, for VAT. */
const areaOf = (country: string): string => sameAs[country] ?? country;

/** The seller. The country decides which VAT rules apply. */
export interface Seller {
  /** Two letters, ISO 3166-1. */
  country: string;
}

/** The facts about a buyer on which VAT depends. */
export interface Buyer {
  /** Its area by `vatArea`; null when that is unknown. */
  area: string | null;
  vatNumber: string | null;
}

/**
 * `domestic`: the buyer is where the seller's country sets the rate. `reverse_charge`: in another EU country with a VAT number of that
 * country, and owes the tax. `unregistered`: there without such a number. `outside`: outside the VAT area of the EU.
 */
export type VatRule = 'domestic' | 'reverse_charge' | 'unregistered' | 'outside';

/** VAT of a sale. `vatRate` in hundredths of a percent, `vatMinor` in the minor unit of the net amount. */
export interface SaleVat {
  vatRule: VatRule;
  vatRate: number;
  vatMinor: number;
}

/** Standard rates of the European Union in hundredths of a percent (November 2026). */
const standardRates: Readonly<Record<string, number>> = {
  AT: 2000,
  BE: 2100,
  BG: 2000,
  CY: 1900,
  CZ: 2100,
  DE: 1900,
  DK: 2500,
  EE: 2400,
  ES: 2100,
  FI: 2550,
  FR: 2000,
  GR: 2400,
  HR: 2500,
  HU: 2700,
  IE: 2300,
  IT: 2200,
  LT: 2100,
  LU: 1700,
  LV: 2100,
  MT: 1800,
  NL: 2100,
  PL: 2300,
  PT: 2300,
  RO: 2100,
  SE: 2500,
  SI: 2200,
  SK: 2300,
};

/**
 * Parts outside the VAT area on whose services a country levies its VAT all the same, and the rate there. France: Articles 294 and 296 of
 * the Code général des impôts, BOI-TVA-GEO-20-40; none in French Guiana and Mayotte. Finland: section 1 of Act 1266/1996.
 */
const taxedParts: Readonly<Record<string, { by: string; rate: number }>> = {
  GP: { by: 'FR', rate: 850 },
  MQ: { by: 'FR', rate: 850 },
  RE: { by: 'FR', rate: 850 },
  AX: { by: 'FI', rate: standardRates['FI']! },
};

/** The country that levies VAT in an area; for others the area itself. */
const taxerOf = (area: string): string => taxedParts[area]?.by ?? area;

/** Whether a member of the European Union levies VAT in a country, two letters: in all members, and in Monaco. */
export const isInUnion = (country: string): boolean => Object.hasOwn(standardRates, taxerOf(areaOf(country)));

/** An organization as a buyer, by its public state. */
export const buyerOf = (organization: { vat: string | null; billing_address: VatAddress }): Buyer => ({
  area: vatArea(organization.billing_address),
  vatNumber: organization.vat,
});

/** VAT on a net amount in minor units. Ordering's estimate and billing's receipt both come from here, so they agree. */
export function vatOfSale(seller: Seller, buyer: Buyer, { netMinor, currency }: { netMinor: number; currency: string }): SaleVat {
  const rule = vatRule(seller, buyer);
  const rate = vatRate(rule, seller, buyer);
  return { vatRule: rule, vatRate: rate, vatMinor: vatOn(netMinor, rate, currency) };
}

/** The rule of a sale. A buyer without a country counts as domestic. */
function vatRule({ country }: Seller, { area, vatNumber }: Buyer): VatRule {
  if (area === null || taxerOf(area) === taxerOf(areaOf(country))) return 'domestic';
  if (!Object.hasOwn(standardRates, area)) return 'outside';
  // Under reverse charge the buyer accounts for the VAT (Articles 44 and 196 of Directive 2006/112/EC), and the documents must say so.
  return vatNumber !== null && isVatNumberOf(area, vatNumber) ? 'reverse_charge' : 'unregistered';
}

/** VAT rate of a sale in hundredths of a percent, where the seller owes the tax: that of the buyer's place at home, the seller's abroad. */
function vatRate(rule: VatRule, seller: Seller, buyer: Buyer): number {
  if (rule === 'reverse_charge' || rule === 'outside') return 0;
  const place = (rule === 'domestic' && buyer.area) || areaOf(seller.country);
  return taxedParts[place]?.rate ?? standardRates[place] ?? 0;
}

/** VAT in minor units on a net amount, rounded half up to what can be charged. */
export function vatOn(netMinor: number, rate: number, currency: string): number {
  const unit = chargeUnit(currency);
  return Math.floor((netMinor * rate + 5_000 * unit) / (10_000 * unit)) * unit;
}

/** A rate in hundredths of a percent as the contract's ratio: 2000 is 0.2. */
export const ratioOf = (rate: number): number => rate / 10_000;

/** The contract's ratio as a rate in hundredths of a percent: 0.2 is 2000. */
export const rateOf = (ratio: number): number => Math.round(ratio * 10_000);

/** Whether a number has the form of an EU VAT number of that country; Greece writes EL. */
const isVatNumberOf = (country: string, number: string): boolean =>
  new RegExp(`^${country === 'GR' ? 'EL' : country}[0-9A-Z+*]{2,12}$`).test(number.replace(/[\s.-]/g, '').toUpperCase());

/** VAT as clients see it: major units, and the rate as a ratio (0.2). */
export interface Vat {
  amount: number;
  ratio: number;
  currency: string;
}

/** VAT in minor units and its rate in hundredths of a percent as `{amount, ratio, currency}`; null when the amount is. */
export const vatField = <M>({
  minor,
  rate,
  currency,
}: {
  minor: Column<M>;
  rate: Column;
  currency: Column;
}): Field<M extends number ? Vat : Vat | null> => ({
  value: sql`case when ${minor.sql} is not null then ${jsonObject({
    amount: majorUnits(minor, currency),
    ratio: sql`trim_scale(${rate.sql} / 10000.0)`,
    currency: currency.sql,
  })} end`,
});

const country = makeValidator((text) => {
  if (!isCountryCode(text)) throw new Error('must be a country code of two capital letters');
  return text;
});

/** The variable with the seller's country, for envalid. All services that compute VAT read it, with the same default. */
export const sellerVariables = { SELLER_COUNTRY: country({ default: 'FR' }) };
