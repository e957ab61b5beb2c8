import { defineEntity, p, type EntityManager } from '@mikro-orm/postgresql';
import { isOrganization } from '@partner-ordering/commerce';
import { sql, type Queryable, type Sql } from '@partner-ordering/data';
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

/** The organizations that are allowed to order products: `o`, without deleted ones. */
const allowed = sql`product_organization o join shared_state s on s.key = o.organization_gid::text and ${isOrganization('s')}`;

const isAmong = (organizations: readonly string[] | undefined): Sql =>
  organizations ? sql`o.organization_gid = any(${[...organizations]}::uuid[])` : sql`true`;

/** Gids of the organizations that are allowed to order a product; of `among` only, where it is given. */
export async function allowedTo(database: Queryable, productGid: string, among?: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ gid: string }>(
    sql`select o.organization_gid as gid from ${allowed} where o.product_gid = ${productGid} and ${isAmong(among)}`,
  );
  return rows.map(({ gid }) => gid);
}

/** Gids of the organizations that may order one of the products, which is enabled; of `among` only, where it is given. Sorted. */
export async function whoOrders(database: Queryable, products: readonly string[], among?: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ gid: string }>(sql`select distinct o.organization_gid as gid
    from ${allowed} join product p on p.gid = o.product_gid
    where p.gid = any(${[...products]}::uuid[]) and p.is_enabled and ${isAmong(among)} order by 1`);
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
