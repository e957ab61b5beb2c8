import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import { lockStates } from '@partner-ordering/messaging';

export const PriceListSchema = defineEntity({
  name: 'PriceList',
  properties: {
    organizationGid: p.uuid().primary(),
    /** The import whose prices are valid. */
    importGid: p.uuid(),
    /** How many imports there were. A price that was published before the newest one is no longer valid. */
    revision: p.integer(),
  },
});

/** The imported prices of an organization. They are published as one state, not one by one. */
export class PriceList extends PriceListSchema.class {}

PriceListSchema.setClass(PriceList);

/** Before a price of an organization is made: it either is there when an import replaces them, or comes after it. */
export const lockPriceList = (tx: Transaction, organization: string): Promise<void> =>
  lockStates(tx, [{ type: 'price_list', key: organization }]);
