import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordPrice } from '../domain/price-facts.ts';
import { prices } from '../resources/prices.ts';

export const deletePrice: Operations['deletePrice'] = async (context) => {
  const { path, principal, tx, load } = context;
  const price = await load(prices, path.gid);
  price.requireDeletable(principal);
  tx.em.remove(price);
  await recordPrice(context, price, 'price.deleted');
  return noContent();
};
