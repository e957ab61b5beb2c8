import { watchChanges } from '@partner-ordering/data';
import { created, noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lockPrices } from '../domain/imports/staging.ts';
import { recordPrice } from '../domain/price-facts.ts';
import { Price } from '../domain/price.ts';
import { otherPrices, priceReferences } from '../domain/references.ts';
import { prices } from '../resources/prices.ts';

export const createPrice: Operations['createPrice'] = async (context) => {
  const { body, principal, now, tx } = context;
  if (body.organization) await lockPrices(tx, body.organization.gid);
  const price = Price.create(principal, body, await priceReferences(tx, body), now);
  tx.em.persist(price);
  await recordPrice(context, price, 'price.changed');
  return created(prices.href(price.gid));
};

export const updatePrice: Operations['updatePrice'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const price = await load(prices, path.gid);
  const hasChanged = watchChanges(price);
  price.update(principal, body, { others: await otherPrices(tx, price), now });
  if (hasChanged()) await recordPrice(context, price, 'price.changed');
  return noContent();
};

export const deletePrice: Operations['deletePrice'] = async (context) => {
  const { path, principal, tx, load } = context;
  const price = await load(prices, path.gid);
  price.requireDeletable(principal);
  tx.em.remove(price);
  await recordPrice(context, price, 'price.deleted');
  return noContent();
};
