import { watched } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordPrice } from '../domain/price-facts.ts';
import { otherPrices } from '../domain/references.ts';
import { prices } from '../resources/prices.ts';

export const updatePrice: Operations['updatePrice'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const price = await load(prices, path.gid);
  const hasChanged = watched(price);
  price.update(principal, body, { others: await otherPrices(tx, price), now });
  if (hasChanged()) await recordPrice(context, price, 'price.changed');
  return noContent();
};
