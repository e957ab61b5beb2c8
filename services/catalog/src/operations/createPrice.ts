import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lockPrices } from '../domain/imports/staging.ts';
import { recordPrice } from '../domain/price-facts.ts';
import { Price } from '../domain/price.ts';
import { priceReferences } from '../domain/references.ts';
import { prices } from '../resources/prices.ts';

export const createPrice: Operations['createPrice'] = async (context) => {
  const { body, principal, now, tx } = context;
  if (body.organization) await lockPrices(tx, body.organization.gid);
  const price = Price.create(principal, body, await priceReferences(tx, body), now);
  tx.em.persist(price);
  await recordPrice(context, price, 'price.changed');
  return created(prices.href(price.gid));
};
