import { notFound } from '@partner-ordering/kernel';
import { markModified } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { organizationStates, unknownOrganizations } from '../domain/organizations.ts';
import { recordProduct, currentOrderers } from '../domain/product-facts.ts';
import { ProductOrganization } from '../domain/product-organization.ts';
import { products } from '../resources/products.ts';

export const allowProduct: Operations['allowProduct'] = async (context) => {
  const { path, principal, now, tx, load } = context;
  const product = await load(products, path.gid, undefined, { isNamed: true });
  product.requireChangeable(principal);
  const unknownGids = await unknownOrganizations(tx, [path.orgaGid]);
  if (unknownGids.length > 0) throw notFound('organization').restingOn(organizationStates(unknownGids));
  const isAllowed = await tx.em.findOne(ProductOrganization, { productGid: product.gid, organizationGid: path.orgaGid });
  if (isAllowed) return noContent();
  markModified(product, now);
  tx.em.persist(ProductOrganization.create(product.gid, path.orgaGid, now));
  recordProduct(context, product, { before: [], after: currentOrderers(product, [path.orgaGid]) });
  return noContent();
};
