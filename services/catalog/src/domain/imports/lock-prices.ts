import type { Transaction } from '@partner-ordering/data';
import { lockStates } from '@partner-ordering/messaging';

/** Before prices of an organization change: one that is made either is there when an import replaces them, or comes after it. */
export const lockPricesOfOrganization = (tx: Transaction, organization: string): Promise<void> =>
  lockStates(tx, [{ type: 'prices of organization', key: organization }]);
