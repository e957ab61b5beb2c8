import type { WriteTools } from '@partner-ordering/http';
import type { PriceFact } from '../../generated/events.ts';
import type { Price } from './price.ts';

/** Publishes what happened to a price of an organization, in order with its state. Of default prices nobody is told. */
export function recordPrice(
  { publish }: Pick<WriteTools, 'publish'>,
  { gid, key, productGid: product, organizationGid: organization }: Price,
  event: 'price.changed' | 'price.deleted',
): void {
  if (organization !== null) publish(event, key, { gid, product, organization } satisfies Omit<PriceFact, 'shown'>);
}
