import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { otherPrices } from '../domain/references.ts';
import { prices } from '../resources/prices.ts';

export const updatePrice: Operations['updatePrice'] = async ({ path, body, principal, now, tx, load }) => {
  const price = await load(prices, path.gid);
  price.update(principal, body, { others: await otherPrices(tx, price), now });
  return noContent();
};
