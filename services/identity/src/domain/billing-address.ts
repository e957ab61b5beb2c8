import { invalid } from '@partner-ordering/kernel';
import type { BillingAddress, BillingAddressChange, BillingContact, BillingContactChange } from '../../generated/models.ts';

export const noAddress: Readonly<BillingAddress> = {
  division: null,
  address1: null,
  address2: null,
  zipcode: null,
  city: null,
  state: null,
  country: null,
  additional: null,
  country_name: null,
};

export const noContact: Readonly<BillingContact> = { phone: null, email: null };

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Codes that Intl knows a name for, but which ISO 3166-1 assigns to no country. */
const notCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/** English name of a country by its ISO 3166-1 alpha-2 code; undefined for other codes, withdrawn ones (`YU`) included. */
export function countryName(code: string): string | undefined {
  // A withdrawn code stands for its successor in Intl, which alone would accept both.
  const isCurrent = /^[A-Z]{2}$/.test(code) && new Intl.Locale(`und-${code}`).region === code;
  return isCurrent && !notCountries.has(code) ? regionNames.of(code) : undefined;
}

/** Changes the given fields; null clears all. 400 for a country that does not exist. */
export function changedAddress(current: BillingAddress, change: BillingAddressChange | null): BillingAddress {
  if (change === null) return { ...noAddress };
  const next = { ...current, ...change };
  if (next.country === null) return { ...next, country_name: null };
  const name = countryName(next.country);
  if (name === undefined) throw invalid({ path: 'billing_address.country', message: 'is not a country of ISO 3166-1' });
  return { ...next, country_name: name };
}

/** Changes the given fields; null clears all. */
export const changedContact = (current: BillingContact, change: BillingContactChange | null): BillingContact =>
  change === null ? { ...noContact } : { ...current, ...change };
