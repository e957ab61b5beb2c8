import type { EntityClass } from '@mikro-orm/postgresql';
import { isGid } from '@partner-ordering/kernel';
import { priceKey } from '@partner-ordering/commerce';
import type { Transaction } from '@partner-ordering/data';
import type { PriceCreate, ProductUpdate } from '../../generated/models.ts';
import { Category } from './category.ts';
import { unknownOrganizations } from './organizations.ts';
import { Price, type PriceReferences } from './price.ts';
import { Product, type ProductReferences } from './product.ts';

/** Looks up the references in the body of a product. */
export const productReferences = async (tx: Transaction, { category, organizations = [] }: ProductUpdate): Promise<ProductReferences> => ({
  isCategoryKnown: category === undefined || (await find(tx, Category, category.gid)) !== null,
  unknownOrganizations: await unknownOrganizations(
    tx,
    organizations.map(({ gid }) => gid),
  ),
});

/** Looks up the references in the body of a price, and the prices with the same key. */
export const priceReferences = async (tx: Transaction, { product, organization, options }: PriceCreate): Promise<PriceReferences> => ({
  product: await find(tx, Product, product.gid),
  unknownOrganizations: await unknownOrganizations(tx, organization ? [organization.gid] : []),
  others: await tx.em.find(Price, {
    key: priceKey({ ...options, skill: options.skill ?? null, product: product.gid, organization: organization?.gid ?? null }),
  }),
  count: await pricesCount(tx, product.gid, organization?.gid ?? null),
});

const pricesCount = async ({ em }: Transaction, productGid: string, organizationGid: string | null): Promise<number> =>
  isGid(productGid) && (organizationGid === null || isGid(organizationGid)) ? em.count(Price, { productGid, organizationGid }) : 0;

/** The other prices for the same product, organization and options. */
export const otherPrices = ({ em }: Transaction, { key, gid }: Price): Promise<Price[]> => em.find(Price, { key, gid: { $ne: gid } });

const find = async <Entity extends { gid: string }>(tx: Transaction, entity: EntityClass<Entity>, gid: string): Promise<Entity | null> =>
  isGid(gid) ? ((await tx.em.findOne(entity, gid as never)) as Entity | null) : null;
