import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lockPriceList } from '../domain/imports/price-list.ts';
import { Price } from '../domain/price.ts';
import { priceReferences } from '../domain/references.ts';
import { prices } from '../resources/prices.ts';

export const createPrice: Operations['createPrice'] = async ({ body, principal, now, tx }) => {
  if (body.organization) await lockPriceList(tx, body.organization.gid);
  const price = Price.create(principal, body, await priceReferences(tx, body), now);
  tx.em.persist(price);
  return created(prices.href(price.gid));
};
