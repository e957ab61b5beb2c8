import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { productOrganizations } from '../resources/organizations.ts';
import { products } from '../resources/products.ts';

export const disallowProduct: Operations['disallowProduct'] = async ({ path, principal, now, tx, load }) => {
  const product = await load(products, path.gid, undefined, { isNamed: true });
  product.requireChangeable(principal);
  tx.em.remove(await load(productOrganizations, path.orgaGid, { field: 'product', value: product.gid }));
  product.markModified(now);
  return noContent();
};
