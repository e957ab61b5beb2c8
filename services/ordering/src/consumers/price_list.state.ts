import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';

/**
 * Has the imported prices of an organization fetched. The event names the organization by its key alone: the job reads which list is the
 * newest.
 */
export const onPriceListState: EventHandler<Followed['price_list.state'] | null> = async ({ data, subject }, _tx, { addJob }) => {
  const organization = subject.slice(subject.indexOf('/') + 1);
  if (data) addJob({ name: 'load_price_list', key: organization, data: { organization } });
};
