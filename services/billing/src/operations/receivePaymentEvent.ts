import { noContent } from '@partner-ordering/http';
import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';

// Events are not remembered: one that comes twice has the payment read twice, which changes nothing.
export const receivePaymentEvent: Operations['receivePaymentEvent'] = async (context) => {
  const { path, bodyText: text, headers, provider, now, addJob } = context;
  if (!provider.api || path.provider !== provider.name) throw notFound('payment provider');
  const payment = provider.api.paymentOfEvent({ text, headers, now });
  if (payment !== null) addJob({ name: 'read_payment', key: payment, data: { payment } });
  return noContent();
};
