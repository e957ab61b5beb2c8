import { priceKey, type PriceConfiguration } from '@partner-ordering/commerce';
import { type Queryable, sql } from '@partner-ordering/data';
import { organizationChain } from './organizations.ts';

/** The price of one unit. */
export interface UnitPrice {
  /** In the currency's minor unit. */
  amountMinor: number;
  currency: string;
}

/** The price of one unit: the organization's own, else its nearest parent's, else the default one. Undefined without any. */
export async function unitPrice(
  database: Queryable,
  configuration: PriceConfiguration & { organization: string },
  at: Date,
): Promise<UnitPrice | undefined> {
  const organizations = await organizationChain(database, configuration.organization);
  const keys = [...organizations, null].map((organization) => priceKey({ ...configuration, organization }));
  const [found] = await database.query<{ amountMinor: string; currency: string }>(sql`select amount_minor as "amountMinor", currency
    from price where key = any(${keys}) and tstzrange(valid_from, valid_until) @> ${at}::timestamptz
    order by array_position(${keys}::text[], key) limit 1`);
  return found && { amountMinor: Number(found.amountMinor), currency: found.currency };
}
