import { priceKey } from '@partner-ordering/commerce';
import { isValidAt, type Validity } from './price-windows.ts';
import { raw, sql, type Queryable, type Sql } from '@partner-ordering/data';
import { parentsAbove, parentsBelow, type Parents } from './organizations.ts';
import type { Price } from './price.ts';
import { orderersOf } from './product-organization.ts';

/**
 * Gids of the organizations that pay a price at some time from now on, without its owner: those that may order the product and whose price
 * fallback (`unitPrice`) leads to it, as no nearer price is valid at that time. Call `lockPricesOf` before.
 * @param validities when it is valid, and when it was before a change
 */
export async function whoPays(database: Queryable, price: Price, validities: readonly Validity[], now: Date): Promise<string[]> {
  const { organizationGid: owner, productGid } = price;
  const below = owner === null ? undefined : await parentsBelow(database, owner);
  if (below?.size === 0) return [];
  const orderers = (await orderersOf(database, productGid)).filter((gid) => below?.has(gid) ?? true);
  const parents = below ?? (await parentsAbove(database, orderers));
  const prices = await validitiesOf(database, price, [...parents.keys()]);
  return orderers.filter((gid) => {
    const nearer = chainOf(gid, parents, owner).flatMap((organization) => prices.get(organization) ?? []);
    return isPaid(validities, nearer, now);
  });
}

/** When the prices for the same are valid that organizations have. */
async function validitiesOf(database: Queryable, price: Price, organizations: readonly string[]): Promise<Map<string, Validity[]>> {
  const { productGid: product, mode, due, skill } = price;
  const keys = organizations.map((organization) => priceKey({ product, organization, mode, due, skill }));
  const rows = await database.query<{ organization: string; from: number | null; until: number | null }>(sql`
    select organization_gid as organization, ${milliseconds(raw('valid_from'))} as "from", ${milliseconds(raw('valid_until'))} as until
    from price where key in (select unnest(${keys}::text[]))`);
  const all = rows.map(({ organization, from, until }) => ({ organization, validFrom: timeOf(from), validUntil: timeOf(until) }));
  return Map.groupBy(all, ({ organization }) => organization);
}

/** As a number, since `Date` reads the years before 100 of PostgreSQL's text as others. */
const milliseconds = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000)::float8`;
const timeOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** An organization and its parents, without `end` and what is above it. */
function chainOf(organization: string, parents: Parents, end: string | null): string[] {
  const chain = new Set<string>();
  for (let gid: string | null = organization; gid !== null && gid !== end && !chain.has(gid); gid = parents.get(gid) ?? null)
    chain.add(gid);
  return [...chain];
}

/** Whether one of `validities` holds at a time from now on at which none of `nearer` does. It would begin with the one or after another. */
function isPaid(validities: readonly Validity[], nearer: readonly Validity[], now: Date): boolean {
  const begins = [now, ...validities.map(({ validFrom }) => validFrom), ...nearer.map(({ validUntil }) => validUntil)];
  const isWithin = (all: readonly Validity[], at: Date): boolean => all.some((validity) => isValidAt(validity, at));
  return begins.some((at) => at !== null && at >= now && isWithin(validities, at) && !isWithin(nearer, at));
}
