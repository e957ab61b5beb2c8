import type { Operations } from '../../generated/internal/operations.ts';
import { unitPrice } from '../domain/unit-price.ts';

export const getUnitPrice: Operations['getUnitPrice'] = async ({ query: { skill = null, ...configuration }, database, now }) => {
  const found = await unitPrice(database, { ...configuration, skill }, now);
  return { price: found ? { amount_minor: found.amountMinor, currency: found.currency } : null };
};
