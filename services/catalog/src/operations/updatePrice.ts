import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { prices } from '../resources/prices.ts';

export const updatePrice: Operations['updatePrice'] = async ({ path, body, principal, now, load }) => {
  const price = await load(prices, path.gid);
  price.update(principal, body, now);
  return noContent();
};
