import { invalid } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { markFilledOrEmptied } from '../domain/category.ts';
import { recordProduct, currentOrderers } from '../domain/product-facts.ts';
import { allowedOrganizations } from '../domain/product-organization.ts';
import { faults } from '../faults.ts';
import { products } from '../resources/products.ts';

export const deleteProduct: Operations['deleteProduct'] = async (context) => {
  const { path, principal, now, tx, load, askOutside } = context;
  const product = await load(products, path.gid);
  product.requireDeletable(principal);
  const { has_projects: isOrdered } = askOutside('product use', ({ ordering }) => ordering.getProductUse({ product: product.gid }));
  if (isOrdered) throw invalid(faults.in_use('gid', { resource: 'product', used_by: 'projects' }));
  tx.em.remove(product);
  await markFilledOrEmptied(tx, product.gid, [product.categoryGid], now);
  recordProduct(context, product, { before: currentOrderers(product, await allowedOrganizations(tx, product.gid)), after: [] });
  return noContent();
};
