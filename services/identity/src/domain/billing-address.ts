import { countryName, invalid } from '@partner-ordering/kernel';
import type { BillingAddress, BillingAddressChange, BillingContact, BillingContactChange } from '../../generated/models.ts';
import { faults } from '../faults.ts';

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

/** Changes the given fields; null clears all. 400 for a country that does not exist. */
export function changedAddress(current: BillingAddress, change: BillingAddressChange | null): BillingAddress {
  if (change === null) return { ...noAddress };
  const next = { ...current, ...change };
  if (next.country === null) return { ...next, country_name: null };
  const name = countryName(next.country);
  if (name === undefined) throw invalid(faults.unknown_country('billing_address.country'));
  return { ...next, country_name: name };
}

/** Changes the given fields; null clears all. */
export const changedContact = (current: BillingContact, change: BillingContactChange | null): BillingContact =>
  change === null ? { ...noContact } : { ...current, ...change };
