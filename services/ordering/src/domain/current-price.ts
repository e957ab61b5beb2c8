import { priceKeys, type StateKey, type Transaction } from '@partner-ordering/data';
import type { OrganizationState, PriceState } from '../../generated/events.ts';
import { readReplicas } from './replicas.ts';

/** A configuration whose price is asked for. */
export interface PriceQuestion {
  product: string;
  organization: OrganizationState;
  due: number;
  mode: string;
  skill: string | null;
}

const MAX_ANCESTORS = 10;

/** The price of one unit: the organization's, else its parents', else the default; `keys` are where it was looked for. */
export async function findPrice(
  tx: Transaction,
  { product, organization, due, mode, skill }: PriceQuestion,
): Promise<{ price: PriceState | undefined; keys: StateKey[] }> {
  const organizations = [organization.gid, ...(await ancestors(tx, organization))];
  const keys = priceKeys({ product, organizations, due, mode, skill }).map((key) => ({ type: 'price', key }));
  const replicas = await readReplicas(tx, keys);
  const price = keys.map(({ key }) => replicas.get('price', key)).find((found) => found !== undefined);
  return { price, keys };
}

async function ancestors(tx: Transaction, { parent }: OrganizationState): Promise<string[]> {
  const found: string[] = [];
  let next = parent;
  while (next !== null && !found.includes(next) && found.length < MAX_ANCESTORS) {
    found.push(next);
    const replicas = await readReplicas(tx, [{ type: 'organization', key: next }]);
    next = replicas.get('organization', next)?.parent ?? null;
  }
  return found;
}
