import type { DeliveryStatus } from '@partner-ordering/client';
import { pageOf, wordOf, type Search } from '../text/search.ts';

/** What a list of deliveries is narrowed to. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'canceled'] as const satisfies readonly DeliveryStatus[];

/** The deliveries of a webhook in its address. */
export const deliveriesSearch = ({ status, page }: Search): { status?: DeliveryStatus | undefined; page?: number | undefined } => ({
  status: wordOf(status, deliveryStatuses),
  page: pageOf(page),
});
