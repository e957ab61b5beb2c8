import type { DeliveryStatus } from '@partner-ordering/client';
import { pageParameter, choiceParameter, type Search } from '../text/search.ts';
import type { Known } from '../text/values.ts';

export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'canceled'] as const satisfies readonly Known<DeliveryStatus>[];

/** The deliveries of a webhook in its address. */
export const deliveriesSearch = ({ status, page }: Search): { status?: Known<DeliveryStatus> | undefined; page?: number | undefined } => ({
  status: choiceParameter(status, deliveryStatuses),
  page: pageParameter(page),
});
