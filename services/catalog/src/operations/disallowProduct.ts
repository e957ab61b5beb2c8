import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { ProductOrganization } from '../domain/product-organization.ts';
import { Product } from '../domain/product.ts';
import { productOrganizations } from '../resources/organizations.ts';
import { products } from '../resources/products.ts';

export const disallowProduct: Operations['disallowProduct'] = async ({ path, principal, now, tx, load }) => {
  const product = await load(products, Product, path.gid);
  product.requireChangeable(principal);
  tx.em.remove(await load(productOrganizations, ProductOrganization, path.orgaGid, { field: 'product', value: product.gid }));
  product.markModified(now);
  return noContent();
};
