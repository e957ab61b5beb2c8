import { defineEntity, p, type EntityManager } from '@mikro-orm/postgresql';
import { sql, type Queryable } from '@partner-ordering/data';
import type { GidReference } from '../../generated/models.ts';

export const ProductOrganizationSchema = defineEntity({
  name: 'ProductOrganization',
  properties: {
    productGid: p.uuid().primary(),
    organizationGid: p.uuid().primary(),
    createdAt: p.datetime(),
  },
});

/** Says that an organization may order a product. */
export class ProductOrganization extends ProductOrganizationSchema.class {
  static create(productGid: string, organizationGid: string, now: Date): ProductOrganization {
    return Object.assign(new ProductOrganization(), { productGid, organizationGid, createdAt: now });
  }
}

ProductOrganizationSchema.setClass(ProductOrganization);

/** Gids of the organizations that are allowed to order a product. */
export async function allowedTo(database: Queryable, productGid: string): Promise<string[]> {
  const rows = await database.query<{ gid: string }>(
    sql`select organization_gid as gid from product_organization where product_gid = ${productGid}`,
  );
  return rows.map(({ gid }) => gid);
}

/**
 * Allows exactly `organizations` to order a product, and answers their gids. Those that were allowed already keep the date from which they
 * are.
 */
export async function allowOnly(
  em: EntityManager,
  productGid: string,
  organizations: readonly GidReference[],
  now: Date,
): Promise<string[]> {
  const wanted = new Set(organizations.map(({ gid }) => gid));
  const allowed = [...wanted];
  const present = await em.find(ProductOrganization, { productGid });
  em.remove(present.filter(({ organizationGid }) => !wanted.delete(organizationGid)));
  em.persist([...wanted].map((organizationGid) => ProductOrganization.create(productGid, organizationGid, now)));
  return allowed;
}
