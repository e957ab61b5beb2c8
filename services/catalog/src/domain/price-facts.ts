import type { WriteTools } from '@partner-ordering/http';
import type { Transaction } from '@partner-ordering/data';
import type { PriceFact, PricesFact } from '../../generated/events.ts';
import type { RunningImport } from './imports/running-import.ts';
import { parentsBelow, unknownOrganizations } from './organizations.ts';
import { lockAllPrices, lockPricesOf } from './price-locks.ts';
import type { Price } from './price.ts';
import { orderersOfAny } from './product-organization.ts';
import { toldTogether } from './told-together.ts';
import { whoPays } from './who-pays.ts';
import type { Validity } from './price-windows.ts';

/** What a change of prices is published with. */
interface PriceWrite extends Pick<WriteTools, 'publish'> {
  tx: Transaction;
  now: Date;
}

/**
 * Publishes what happened to a price: to the organization whose price it is, and to those that pay it because they
 * have no nearer one. @param before when it was valid before the change
 */
export async function recordPrice(
  { publish, tx, now }: PriceWrite,
  price: Price,
  event: 'price.changed' | 'price.deleted',
  before: readonly Validity[] = [],
): Promise<void> {
  const { gid, key, productGid: product, organizationGid: organization } = price;
  await lockPricesOf(tx, product);
  const others = await whoPays(tx, price, [price, ...before], now);
  for (const told of allTold(organization, others)) publish(event, key, { gid, product, ...told } satisfies Omit<PriceFact, 'shown'>);
}

/**
 * Publishes that an import has replaced the prices of an organization: to the organization, and to all below it that may order one of
 * `products`, which had or have a price of it. Whether they have a nearer one is not asked, as there may be 250,000 prices.
 */
export async function recordImport(
  { publish, tx }: Omit<PriceWrite, 'now'>,
  { gid, organization }: RunningImport,
  products: readonly string[],
): Promise<void> {
  const below = await parentsBelow(tx, organization);
  const orderers = below.size > 0 ? (await orderersOfAny(tx, products)).filter((gid) => below.has(gid)) : [];
  const deleted = new Set(await unknownOrganizations(tx, orderers));
  const others = orderers.filter((gid) => !deleted.has(gid)).toSorted();
  for (const told of allTold(organization, others))
    publish('prices.imported', organization, { import: gid, ...told } satisfies Omit<PricesFact, 'shown'>);
  await lockAllPrices(tx);
}

/** Who is told, by what they are shown: the owner the whole, the others of the price of a parent only what it is for. */
function allTold(owner: string | null, others: readonly string[]): Pick<PriceFact, 'organizations' | 'is_of_parent'>[] {
  const parts = toldTogether(others).map((organizations) => ({ organizations }));
  if (owner === null) return parts;
  return [{ organizations: [owner] }, ...parts.map((part) => ({ ...part, is_of_parent: true }))];
}
