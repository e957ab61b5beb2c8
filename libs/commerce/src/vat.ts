/** The seller. The country decides which VAT rules apply. */
export interface Seller {
  /** Two letters, ISO 3166-1. */
  country: string;
}

/** A buyer, as far as VAT depends on it. */
export interface Buyer {
  country: string | null;
  vatNumber: string | null;
}

/**
 * `domestic`: the buyer is in the seller's country. `reverse_charge`: in another EU country with a VAT number of that country, and owes the
 * tax. `unregistered`: there without such a number. `outside`: outside the EU.
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
  ...{ AT: 2000, BE: 2100, BG: 2000, CY: 1900, CZ: 2100, DE: 1900, DK: 2500, EE: 2400, ES: 2100 },
  ...{ FI: 2550, FR: 2000, GR: 2400, HR: 2500, HU: 2700, IE: 2300, IT: 2200, LT: 2100, LU: 1700 },
  ...{ LV: 2100, MT: 1800, NL: 2100, PL: 2300, PT: 2300, RO: 2100, SE: 2500, SI: 2200, SK: 2300 },
};

/** Whether a country, two letters, belongs to the European Union. */
export const isInUnion = (country: string): boolean => Object.hasOwn(standardRates, country);

/** An organization as a buyer, by its public state. */
export const buyerOf = (organization: { vat: string | null; billing_address: { country: string | null } }): Buyer => ({
  country: organization.billing_address.country,
  vatNumber: organization.vat,
});

/** VAT on a net amount in minor units. Ordering's estimate and billing's receipt both come from here, so they agree. */
export function vatOfSale(seller: Seller, buyer: Buyer, netMinor: number): SaleVat {
  const rate = vatRate(seller, buyer);
  return { vatRule: vatRule(seller, buyer), vatRate: rate, vatMinor: vatOn(netMinor, rate) };
}

/** The rule of a sale. A buyer without a country counts as domestic. */
export function vatRule(seller: Seller, { country, vatNumber }: Buyer): VatRule {
  if (country === null || country === seller.country) return 'domestic';
  if (!isInUnion(country)) return 'outside';
  // Under reverse charge the buyer accounts for the VAT (Articles 44 and 196 of Directive 2006/112/EC), and the documents must say so.
  return vatNumber !== null && isVatNumberOf(country, vatNumber) ? 'reverse_charge' : 'unregistered';
}

/** VAT rate of a sale in hundredths of a percent: the seller's standard rate where the seller owes the tax, else 0. */
export function vatRate(seller: Seller, buyer: Buyer): number {
  const rule = vatRule(seller, buyer);
  return rule === 'domestic' || rule === 'unregistered' ? (standardRates[seller.country] ?? 0) : 0;
}

/** VAT in minor units on a net amount, rounded half up. */
export const vatOn = (netMinor: number, rate: number): number => Math.floor((netMinor * rate + 5_000) / 10_000);

/** A rate in hundredths of a percent as the contract's ratio: 2000 is 0.2. */
export const ratioOf = (rate: number): number => rate / 10_000;

/** The contract's ratio as a rate in hundredths of a percent: 0.2 is 2000. */
export const rateOf = (ratio: number): number => Math.round(ratio * 10_000);

/** Whether a number has the form of an EU VAT number of that country; Greece writes EL. */
const isVatNumberOf = (country: string, number: string): boolean =>
  new RegExp(`^${country === 'GR' ? 'EL' : country}[0-9A-Z+*]{2,12}$`).test(number.replace(/[\s.-]/g, '').toUpperCase());
