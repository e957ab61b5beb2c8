import { noContent } from '@partner-ordering/http';
import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { rememberEvent } from '../domain/payment-event.ts';

export const receivePaymentEvent: Operations['receivePaymentEvent'] = async ({
  path,
  bodyText: text,
  headers,
  provider,
  now,
  tx,
  addJob,
}) => {
  const { api, name } = provider;
  if (!api || path.provider !== name) throw notFound('payment provider');
  const event = api.eventOf({ text, headers, now });
  const isNew = await rememberEvent(tx, name, event, now);
  const { payment } = event;
  if (isNew && payment !== null) addJob({ name: 'read_payment', key: payment, data: { payment } });
  return noContent();
};
