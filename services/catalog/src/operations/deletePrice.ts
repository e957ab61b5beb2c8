import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { prices } from '../resources/prices.ts';

export const deletePrice: Operations['deletePrice'] = async ({ path, principal, tx, load }) => {
  const price = await load(prices, path.gid);
  price.requireDeletable(principal);
  tx.em.remove(price);
  return noContent();
};
