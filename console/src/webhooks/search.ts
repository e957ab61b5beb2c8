import type { DeliveryStatus } from '@partner-ordering/client';
import { pageParameter, choiceParameter, type Search } from '../text/search.ts';

export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'canceled'] as const satisfies readonly DeliveryStatus[];

/** The deliveries of a webhook in its address. */
export const deliveriesSearch = ({ status, page }: Search): { status?: DeliveryStatus | undefined; page?: number | undefined } => ({
  status: choiceParameter(status, deliveryStatuses),
  page: pageParameter(page),
});
