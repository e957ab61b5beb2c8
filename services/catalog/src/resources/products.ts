import type { Principal } from '@partner-ordering/kernel';
import { isIn, list, pick, type Queryable, raw, reference, resource, rowsByKey, sql, type Sql, table } from '@partner-ordering/data';
import { organizationReference } from '@partner-ordering/commerce';
import type { CategoryReference, Product } from '../../generated/models.ts';
import { Category } from '../domain/category.ts';
import { ProductOrganization } from '../domain/product-organization.ts';
import { Product as ProductEntity } from '../domain/product.ts';

const p = table(ProductEntity, 'p');
const pc = table(Category, 'pc');

const po = table(ProductOrganization, 'po');

const isOfProduct = sql`${po.productGid.sql} = p.gid`;

/** Rows of the principal's organizations. `isIn` has one value as `=`, so that PostgreSQL keeps a generic plan. */
const isOfMember = ({ memberOf }: Principal): Sql => sql`${isOfProduct} and ${isIn(po.organizationGid, memberOf)}`;

/** Predicate on `product p`: enabled, and allowed for one of the principal's organizations. */
export const orderableProducts = (principal: Principal): Sql =>
  sql`p.is_enabled and exists (select 1 from product_organization po where ${isOfMember(principal)})`;

/** Products that the caller may order. Admins see all products. */
export const products = resource<Product>()({
  noun: 'product',
  path: '/v1/products',
  table: p,
  fields: {
    ...pick(p, 'title'),
    category: reference<CategoryReference>('/v1/categories', pc, { gid: pc.gid, title: pc.title })(p.categoryGid),
    ...pick(p, 'available_options', 'is_enabled', 'is_cumulative', 'interface', 'weight', 'additional_meta'),
    organizations: list({
      from: raw('product_organization po'),
      on: (principal) => (principal.isAdmin ? isOfProduct : isOfMember(principal)),
      item: organizationReference(po.organizationGid),
      order: raw('po.created_at, po.organization_gid'),
      parts: { gid: po.organizationGid },
    }),
    ...pick(p, 'synonyms'),
  },
  aliases: { 'category.id': p.categoryGid },
  visible: (principal) => [orderableProducts(principal)],
  isSearchable: true,
  isCounted: true,
});

/** The columns of a product for its options and title. */
export type VisibleProduct = Pick<ProductEntity, 'gid' | 'title' | 'availableOptions'>;

/** A product by its gid, if the principal may see it. */
export async function visibleProduct(database: Queryable, principal: Principal, gid: string): Promise<VisibleProduct | undefined> {
  const found = rowsByKey(products, { gid, principal });
  const [product] = found
    ? await database.query<VisibleProduct>(sql`select p.gid, p.title, p.available_options as "availableOptions" from ${found}`)
    : [];
  return product;
}
