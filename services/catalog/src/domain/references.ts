import type { EntityClass } from '@mikro-orm/postgresql';
import { isGid } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import type { PriceCreate, ProductUpdate } from '../../generated/models.ts';
import { Category } from './category.ts';
import { unknownOrganizations } from './organizations.ts';
import type { PriceReferences } from './price.ts';
import { Product, type ProductReferences } from './product.ts';

/** Looks up what the body of a product names. */
export const productReferences = async (tx: Transaction, { category, organizations = [] }: ProductUpdate): Promise<ProductReferences> => ({
  isCategoryKnown: category === undefined || (await find(tx, Category, category.gid)) !== null,
  unknownOrganizations: await unknownOrganizations(
    tx,
    organizations.map(({ gid }) => gid),
  ),
});

/** Looks up what the body of a price names. */
export const priceReferences = async (tx: Transaction, { product, organization }: PriceCreate): Promise<PriceReferences> => ({
  product: await find(tx, Product, product.gid),
  unknownOrganizations: await unknownOrganizations(tx, organization ? [organization.gid] : []),
});

const find = async <Entity extends { gid: string }>(tx: Transaction, entity: EntityClass<Entity>, gid: string): Promise<Entity | null> =>
  isGid(gid) ? ((await tx.em.findOne(entity, gid as never)) as Entity | null) : null;
