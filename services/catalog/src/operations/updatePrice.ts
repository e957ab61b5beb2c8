import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Price } from '../domain/price.ts';
import { prices } from '../resources/prices.ts';

export const updatePrice: Operations['updatePrice'] = async ({ path, body, principal, now, load }) => {
  const price = await load(prices, Price, path.gid);
  price.update(principal, body, now);
  return noContent();
};
