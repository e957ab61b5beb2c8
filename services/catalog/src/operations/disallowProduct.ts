import { markModified } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordProduct, whoMayOrder } from '../domain/product-facts.ts';
import { allowedTo } from '../domain/product-organization.ts';
import { productOrganizations } from '../resources/organizations.ts';
import { products } from '../resources/products.ts';

export const disallowProduct: Operations['disallowProduct'] = async (context) => {
  const { path, principal, now, tx, load } = context;
  const product = await load(products, path.gid, undefined, { isNamed: true });
  product.requireChangeable(principal);
  const allowance = await load(productOrganizations, path.orgaGid, { field: 'product', value: product.gid });
  const before = whoMayOrder(product, await allowedTo(tx, product.gid, allowance.organizationGid));
  tx.em.remove(allowance);
  markModified(product, now);
  recordProduct(context, product, { before, after: [] });
  return noContent();
};
