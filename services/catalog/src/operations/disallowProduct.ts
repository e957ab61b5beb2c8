import { markModified } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordProduct, currentOrderers } from '../domain/product-facts.ts';
import { allowedOrganizations } from '../domain/product-organization.ts';
import { productOrganizations } from '../resources/organizations.ts';
import { products } from '../resources/products.ts';

export const disallowProduct: Operations['disallowProduct'] = async (context) => {
  const { path, principal, now, tx, load } = context;
  const product = await load(products, path.gid, undefined, { isNamed: true });
  product.requireChangeable(principal);
  const allowance = await load(productOrganizations, path.orgaGid, { field: 'product', value: product.gid });
  const before = currentOrderers(product, await allowedOrganizations(tx, product.gid, allowance.organizationGid));
  tx.em.remove(allowance);
  markModified(product, now);
  recordProduct(context, product, { before, after: [] });
  return noContent();
};
