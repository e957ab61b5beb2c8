import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { markFilledOrEmptied } from '../domain/category.ts';
import { recordProduct, currentOrderers } from '../domain/product-facts.ts';
import { allowOnly } from '../domain/product-organization.ts';
import { Product } from '../domain/product.ts';
import { productReferences } from '../domain/references.ts';
import { products } from '../resources/products.ts';

export const createProduct: Operations['createProduct'] = async (context) => {
  const { body, principal, now, tx } = context;
  const product = Product.create(principal, body, await productReferences(tx, body), now);
  tx.em.persist(product);
  await markFilledOrEmptied(tx, product.gid, [product.categoryGid], now);
  const allowed = await allowOnly(tx.em, product.gid, body.organizations ?? [], now);
  recordProduct(context, product, { before: [], after: currentOrderers(product, allowed) });
  return created(products.href(product.gid));
};
