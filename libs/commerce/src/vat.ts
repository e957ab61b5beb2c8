/** Who sells: the country decides which VAT rules hold. */
export interface Seller {
  /** Two letters, ISO 3166-1. */
  country: string;
}

/** What VAT looks at of a buyer. */
export interface Buyer {
  country: string | null;
  vatNumber: string | null;
}

/**
 * Which rule a sale falls under: in the seller's country; to another EU country with a valid VAT number (the buyer owes the tax), or without;
 * or outside of the EU.
 */
export type VatRule = 'domestic' | 'reverse_charge' | 'unregistered' | 'outside';

/** Standard rates of the European Union in hundredths of a percent (November 2026). */
const standardRates: Readonly<Record<string, number>> = {
  ...{ AT: 2000, BE: 2100, BG: 2000, CY: 1900, CZ: 2100, DE: 1900, DK: 2500, EE: 2400, ES: 2100 },
  ...{ FI: 2550, FR: 2000, GR: 2400, HR: 2500, HU: 2700, IE: 2300, IT: 2200, LT: 2100, LU: 1700 },
  ...{ LV: 2100, MT: 1800, NL: 2100, PL: 2300, PT: 2300, RO: 2100, SE: 2500, SI: 2200, SK: 2300 },
};

/** The rule of a sale. A buyer without country counts as domestic. Here and not in a service, as ordering's estimate and billing's receipt must agree. */
export function vatRule({ country: sellerCountry }: Seller, { country, vatNumber }: Buyer): VatRule {
  if (country === null || country === sellerCountry) return 'domestic';
  if (!(country in standardRates)) return 'outside';
  return vatNumber !== null && isVatNumberOf(country, vatNumber) ? 'reverse_charge' : 'unregistered';
}

/** VAT rate of a sale in hundredths of a percent: the seller's standard rate where the seller owes the tax, else 0. */
export function vatRate(seller: Seller, buyer: Buyer): number {
  const rule = vatRule(seller, buyer);
  return rule === 'domestic' || rule === 'unregistered' ? (standardRates[seller.country] ?? 0) : 0;
}

/** VAT in minor units on a net amount, rounded half up. */
export const vatOn = (netMinor: number, rate: number): number => Math.floor((netMinor * rate + 5_000) / 10_000);

/** Whether a number has the form of an EU VAT number of that country; Greece writes EL. */
const isVatNumberOf = (country: string, number: string): boolean =>
  new RegExp(`^${country === 'GR' ? 'EL' : country}[0-9A-Z+*]{2,12}$`).test(number.replace(/[\s.-]/g, '').toUpperCase());
