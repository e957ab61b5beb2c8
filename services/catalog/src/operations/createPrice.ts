import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Price } from '../domain/price.ts';
import { priceReferences } from '../domain/references.ts';
import { prices } from '../resources/prices.ts';

export const createPrice: Operations['createPrice'] = async ({ body, principal, now, tx }) => {
  const price = Price.create(principal, body, await priceReferences(tx, body), now);
  tx.em.persist(price);
  return created(prices.href(price.gid));
};
