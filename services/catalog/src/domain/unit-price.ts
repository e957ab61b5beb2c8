import { organizationChain, priceKeys } from '@partner-ordering/commerce';
import type { Principal } from '@partner-ordering/kernel';
import { type Queryable, rowsByKey, sql } from '@partner-ordering/data';
import type { AvailableOptions } from '../../generated/models.ts';
import { products } from './products.ts';

/** What the look-up of a price needs to know of its product. */
export interface PricedProduct {
  gid: string;
  title: string;
  availableOptions: AvailableOptions;
}

/** A product, if the principal may see it. */
export async function visibleProduct(database: Queryable, principal: Principal, gid: string): Promise<PricedProduct | undefined> {
  const found = rowsByKey(products, { gid, principal });
  const [product] = found
    ? await database.query<PricedProduct>(sql`select p.gid, p.title, p.available_options as "availableOptions" from ${found}`)
    : [];
  return product;
}

/** Price of one. */
export interface UnitPrice {
  /** In the currency's minor unit. */
  amountMinor: number;
  currency: string;
}

/** What an organization pays for one of a product in a configuration; undefined when neither it nor its parents nor everybody has a price. */
export async function unitPrice(
  database: Queryable,
  configuration: { product: string; organization: string; mode: string; due: number; skill: string | null },
): Promise<UnitPrice | undefined> {
  const keys = priceKeys({ ...configuration, organizations: await organizationChain(database, configuration.organization) });
  const [found] = await database.query<{ amountMinor: string; currency: string }>(sql`select amount_minor as "amountMinor", currency
    from price where key = any(${keys}) order by array_position(${keys}::text[], key) limit 1`);
  return found && { amountMinor: Number(found.amountMinor), currency: found.currency };
}
