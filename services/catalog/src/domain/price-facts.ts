import type { Validity } from '@partner-ordering/commerce';
import type { WriteTools } from '@partner-ordering/http';
import type { Transaction } from '@partner-ordering/data';
import type { PriceFact, PricesFact } from '../../generated/events.ts';
import type { RunningImport } from './imports/running-import.ts';
import { changedPrice, whoPays, pricesOf } from './who-pays.ts';
import type { Price } from './price.ts';

/** So many organizations are named in one fact: some 400 KB, while brokers take 1 MB. */
const TOLD_AT_ONCE = 10_000;

/** What a change of prices is published with. */
interface PriceWrite extends Pick<WriteTools, 'publish'> {
  tx: Transaction;
  now: Date;
}

/**
 * Publishes what happened to a price, in order with its state: to the organization whose price it is, and to those that pay it because they
 * have no nearer one. @param before when it was valid before the change
 */
export async function recordPrice(
  { publish, tx, now }: PriceWrite,
  price: Price,
  event: 'price.changed' | 'price.deleted',
  before: readonly Validity[] = [],
): Promise<void> {
  const { gid, key, productGid: product, organizationGid: organization } = price;
  const tell = (of: Pick<PriceFact, 'organizations' | 'is_of_parent'>): void =>
    publish(event, key, { gid, product, ...of } satisfies Omit<PriceFact, 'shown'>);
  if (organization !== null) tell({ organizations: [organization] });
  const others = await whoPays(tx, changedPrice(price, [price, ...before], now));
  for (const organizations of toldTogether(others)) tell({ organizations, ...(organization !== null && { is_of_parent: true }) });
}

/**
 * Publishes that `swap` has replaced the prices of an organization: to the organization, and to those that pay one of the prices before or
 * after.
 */
export async function recordImport(
  { publish, tx, now }: PriceWrite,
  { gid, organization }: RunningImport,
  swap: () => Promise<void>,
): Promise<void> {
  const tell = (of: Pick<PricesFact, 'organizations' | 'is_of_parent'>): void =>
    publish('prices.imported', organization, { import: gid, ...of } satisfies Omit<PricesFact, 'shown'>);
  const paying = () => whoPays(tx, pricesOf(organization, now));
  const before = await paying();
  await swap();
  tell({ organizations: [organization] });
  const all = new Set([...before, ...(await paying())]);
  for (const organizations of toldTogether([...all])) tell({ organizations, is_of_parent: true });
}

/** Organizations that are told the same, in parts that fit into a fact. */
const toldTogether = (organizations: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(organizations.length / TOLD_AT_ONCE) }, (_, at) =>
    organizations.slice(at * TOLD_AT_ONCE, (at + 1) * TOLD_AT_ONCE),
  );
