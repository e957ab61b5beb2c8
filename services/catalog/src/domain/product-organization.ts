import { defineEntity, p, type EntityManager } from '@mikro-orm/postgresql';
import { isOrganization } from '@partner-ordering/commerce';
import { empty, sql, type Queryable } from '@partner-ordering/data';
import type { OrganizationIdentifier } from '../../generated/models.ts';

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
const allowances = sql`product_organization o join shared_state s on s.key = o.organization_gid::text and ${isOrganization('s')}`;

/** Gids of the organizations that may order a product, or none while it is not enabled. Sorted. */
export async function orderersOf(database: Queryable, productGid: string): Promise<string[]> {
  const rows = await database.query<{ gid: string }>(sql`select o.organization_gid as gid from ${allowances}
    where o.product_gid = ${productGid} and (select is_enabled from product where gid = ${productGid}) order by 1`);
  return rows.map(({ gid }) => gid);
}

/** Gids of the organizations that are allowed to order a product; of `organization` alone, where it is given. */
export async function allowedOrganizations(database: Queryable, productGid: string, organization?: string): Promise<string[]> {
  const rows = await database.query<{ gid: string }>(sql`select o.organization_gid as gid from ${allowances}
    where o.product_gid = ${productGid} ${organization === undefined ? empty : sql`and o.organization_gid = ${organization}`}`);
  return rows.map(({ gid }) => gid);
}

/** Gids of the organizations that may order one of many products: it is enabled. Deleted ones are among them. */
export async function orderersOfAny(database: Queryable, products: readonly string[]): Promise<string[]> {
  // `is true` has the lists hashed, whatever the planner thinks of the number of rows. A join of 20,000 products might take minutes.
  const rows = await database.query<{ gid: string }>(sql`select distinct organization_gid as gid from product_organization
    where (product_gid in (
      select gid from product where is_enabled and (gid in (select unnest(${[...products]}::uuid[]))) is true
    )) is true`);
  return rows.map(({ gid }) => gid);
}

/** Allows exactly `organizations` to order a product, and returns their gids. Present permissions keep their date. */
export async function allowOnly(
  em: EntityManager,
  productGid: string,
  organizations: readonly OrganizationIdentifier[],
  now: Date,
): Promise<string[]> {
  const allowed = [...new Set(organizations.map(({ gid }) => gid))];
  const missing = new Set(allowed);
  const present = await em.find(ProductOrganization, { productGid });
  em.remove(present.filter(({ organizationGid }) => !missing.delete(organizationGid)));
  em.persist([...missing].map((organizationGid) => ProductOrganization.create(productGid, organizationGid, now)));
  return allowed;
}
