import { unavailable } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/internal/operations.ts';
import { unknownOrganizations } from '../domain/organizations.ts';
import { unitPrice } from '../domain/unit-price.ts';

export const getUnitPrice: Operations['getUnitPrice'] = async ({ query: { skill = null, ...configuration }, database, now }) => {
  // An organization whose parents are not known yet may have another price than the default one.
  if ((await unknownOrganizations(database, [configuration.organization])).length > 0) throw unavailable();
  const found = await unitPrice(database, { ...configuration, skill }, now);
  return { price: found ? { amount_minor: found.amountMinor, currency: found.currency } : null };
};
