import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { markFilledOrEmptied } from '../domain/category.ts';
import { allowOnly } from '../domain/product-organization.ts';
import { productReferences } from '../domain/references.ts';
import { products } from '../resources/products.ts';

export const updateProduct: Operations['updateProduct'] = async ({ path, body, principal, now, tx, load }) => {
  const product = await load(products, path.gid);
  const { categoryGid: before } = product;
  product.update(principal, body, await productReferences(tx, body), now);
  if (product.categoryGid !== before) await markFilledOrEmptied(tx, product.gid, [before, product.categoryGid], now);
  if (body.organizations) await allowOnly(tx.em, product.gid, body.organizations, now);
  return noContent();
};
