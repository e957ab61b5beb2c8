import { isDeepStrictEqual } from 'node:util';
import { markModified, watchChanges } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { markFilledOrEmptied } from '../domain/category.ts';
import { recordProduct, currentOrderers } from '../domain/product-facts.ts';
import { allowedOrganizations, allowOnly } from '../domain/product-organization.ts';
import { productReferences } from '../domain/references.ts';
import { products } from '../resources/products.ts';

export const updateProduct: Operations['updateProduct'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const product = await load(products, path.gid);
  const { categoryGid } = product;
  const hasChanged = watchChanges(product);
  const allowed = await allowedOrganizations(tx, product.gid);
  const before = currentOrderers(product, allowed);
  product.update(principal, body, await productReferences(tx, body), now);
  if (product.categoryGid !== categoryGid) await markFilledOrEmptied(tx, product.gid, [categoryGid, product.categoryGid], now);
  const after = body.organizations ? await allowOnly(tx.em, product.gid, body.organizations, now) : allowed;
  if (!isDeepStrictEqual(new Set(after), new Set(allowed))) markModified(product, now);
  recordProduct(context, product, { before, after: currentOrderers(product, after), hasChanged: hasChanged() });
  return noContent();
};
