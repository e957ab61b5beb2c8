import { organizationChain, priceAt, priceFallbackKeys, type UnitPrice } from '@partner-ordering/commerce';
import type { StateKey } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import type { OrganizationState } from '../../../generated/events.ts';
import { readReplicas } from '../replicas/replicas.ts';
import { loadedLists, type LoadedList } from './price-lists.ts';

/** The configuration whose price is looked up. */
export interface PriceQuestion {
  product: string;
  organization: OrganizationState;
  due: number;
  mode: string;
  skill: string | null;
  /** When the order is placed. */
  at: Date;
}

/** What a look-up found. */
interface FoundPrice {
  /** The price of one unit; undefined when there is none. */
  price: UnitPrice | undefined;
  /** The states that were looked up. */
  keys: StateKey[];
  /** Whether an organization has newer imported prices, which are not loaded yet. */
  isLoading: boolean;
}

/** The price by the price fallback. */
export async function currentPrice(tx: Transaction, { product, organization, due, mode, skill, at }: PriceQuestion): Promise<FoundPrice> {
  const organizations = organization.parent === null ? [organization.gid] : await organizationChain(tx, organization.gid);
  const keys = priceFallbackKeys({ product, organizations, due, mode, skill });
  const states = [...keys.map((key) => ({ type: 'price', key })), ...organizations.map(priceListKey)];
  const replicas = await readReplicas(tx, states);
  const newest = organizations.map((gid) => replicas.get('price_list', gid));
  const lists = newest.some((list) => list !== undefined)
    ? await loadedLists(tx, organizations, { keys, at })
    : new Map<string, LoadedList>();
  // The keys are those of the organizations in their order, and then that of the default price, which no list has.
  const prices = keys.map((key, place) => {
    const [stated, list] = [replicas.get('price', key), lists.get(organizations[place] ?? '')];
    // A price that was published by itself counts if that was after the list; else it was replaced by it.
    if (list && (stated?.list_revision ?? 0) < list.revision) return list.prices.get(key);
    return stated && priceAt(stated, at);
  });
  return {
    price: prices.find((found) => found !== undefined),
    keys: states,
    isLoading: organizations.some((gid, place) => newest[place] !== undefined && newest[place].import !== lists.get(gid)?.import),
  };
}

/** The state that tells of an organization's imported prices. */
export const priceListKey = (organization: string): StateKey => ({ type: 'price_list', key: organization });
