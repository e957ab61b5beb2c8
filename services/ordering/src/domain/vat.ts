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

/** Standard rates of the European Union in hundredths of a percent (November 2026). */
const standardRates: Readonly<Record<string, number>> = {
  ...{ AT: 2000, BE: 2100, BG: 2000, CY: 1900, CZ: 2100, DE: 1900, DK: 2500, EE: 2400, ES: 2100 },
  ...{ FI: 2550, FR: 2000, GR: 2400, HR: 2500, HU: 2700, IE: 2300, IT: 2200, LT: 2100, LU: 1700 },
  ...{ LV: 2100, MT: 1800, NL: 2100, PL: 2300, PT: 2300, RO: 2100, SE: 2500, SI: 2200, SK: 2300 },
};

/**
 * VAT rate of a sale in hundredths of a percent: domestic at the seller's rate; to another EU country 0 with a valid
 * number (reverse charge), else the seller's rate; outside of the EU 0. A buyer without country counts as domestic.
 */
export function vatRate({ country: sellerCountry }: Seller, { country, vatNumber }: Buyer): number {
  const domesticRate = standardRates[sellerCountry] ?? 0;
  if (country === null || country === sellerCountry) return domesticRate;
  if (!(country in standardRates)) return 0;
  return vatNumber !== null && isVatNumberOf(country, vatNumber) ? 0 : domesticRate;
}

/** VAT in minor units on a net amount, rounded half up. */
export const vatOn = (netMinor: number, rate: number): number => Math.floor((netMinor * rate + 5_000) / 10_000);

/** Whether a number has the form of an EU VAT number of that country; Greece writes EL. */
const isVatNumberOf = (country: string, number: string): boolean =>
  new RegExp(`^${country === 'GR' ? 'EL' : country}[0-9A-Z+*]{2,12}$`).test(number.replace(/[\s.-]/g, '').toUpperCase());
