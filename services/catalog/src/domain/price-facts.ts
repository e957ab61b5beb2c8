import type { WriteContext } from '@partner-ordering/writes';
import { sql, type Transaction } from '@partner-ordering/data';
import type { PriceFact, PricesFact } from '../../generated/events.ts';
import type { RunningImport } from './imports/price-import.ts';
import { organizationsBelow, unknownOrganizations } from './organizations.ts';
import type { Price } from './price.ts';
import { receiverGroups } from './product-facts.ts';
import { orderersOf, orderersOfAny } from './product-organization.ts';

/** The context in which a change of prices is published. */
interface PriceWrite extends Pick<WriteContext, 'publish'> {
  tx: Transaction;
}

/** Publishes a change of a price to its organization, and to those below it (of a default price: to all) that may order the product. */
export async function recordPrice({ publish, tx }: PriceWrite, price: Price, event: 'price.changed' | 'price.deleted'): Promise<void> {
  const { gid, key, productGid: product, organizationGid: owner } = price;
  const below = owner === null ? undefined : await organizationsBelow(tx, owner);
  const orderers = below?.size === 0 ? [] : (await lockedOrderersOf(tx, product)).filter((gid) => below?.has(gid) ?? true);
  for (const receivers of allReceivers(owner, orderers))
    publish(event, key, { gid, product, ...receivers } satisfies Omit<PriceFact, 'payload'>);
}

/** The organizations that may order the product, unchanged until this commits: none hears of a product that was withdrawn from it. */
async function lockedOrderersOf(tx: Transaction, product: string): Promise<string[]> {
  await tx.query(sql`select from product where gid = ${product} for share`);
  return orderersOf(tx, product);
}

/** Publishes an import to its organization, and to those below it that may order one of `products`, whose prices it replaced. */
export async function recordImport(
  { publish, tx }: PriceWrite,
  { gid, organization }: RunningImport,
  products: readonly string[],
): Promise<void> {
  const below = await organizationsBelow(tx, organization);
  const orderers = below.size > 0 ? (await orderersOfAny(tx, products)).filter((gid) => below.has(gid)) : [];
  const deleted = new Set(await unknownOrganizations(tx, orderers));
  const others = orderers.filter((gid) => !deleted.has(gid)).toSorted();
  for (const receivers of allReceivers(organization, others))
    publish('prices.imported', organization, { import: gid, ...receivers } satisfies Omit<PricesFact, 'payload'>);
}

/** The receivers by payload: the owner gets the whole price, the others only what it is for, which is short. */
function allReceivers(owner: string | null, others: string[]): Pick<PriceFact, 'organizations' | 'is_inherited'>[] {
  const ownReceivers = owner === null ? [] : [{ organizations: [owner] }];
  return [...ownReceivers, ...receiverGroups(others, 0).map((organizations) => ({ organizations, is_inherited: true }))];
}
