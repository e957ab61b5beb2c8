import { organizationChain, priceAt, priceFallbackKeys, type PriceWindow } from '@partner-ordering/commerce';
import type { StateKey } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import type { OrganizationState } from '../../../generated/events.ts';
import { readReplicas } from '../replicas/replicas.ts';

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

/** The price of one unit, by the price fallback; undefined when there is none. `keys` are the states that were looked up. */
export async function currentPrice(
  tx: Transaction,
  { product, organization, due, mode, skill, at }: PriceQuestion,
): Promise<{ price: Pick<PriceWindow, 'amount_minor' | 'currency'> | undefined; keys: StateKey[] }> {
  const organizations = organization.parent === null ? [organization.gid] : await organizationChain(tx, organization.gid);
  const keys = priceFallbackKeys({ product, organizations, due, mode, skill }).map((key) => ({ type: 'price', key }));
  const replicas = await readReplicas(tx, keys);
  const prices = keys.map(({ key }) => replicas.get('price', key)).map((stated) => stated && priceAt(stated, at));
  return { price: prices.find((found) => found !== undefined), keys };
}
