import { noContent } from '@partner-ordering/http';
import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';

// Events are not remembered: one that comes twice has its subject read twice, which changes nothing.
export const receivePaymentEvent: Operations['receivePaymentEvent'] = async (context) => {
  const { path, bodyText: text, headers, provider, now, addJob } = context;
  if (!provider.api || path.provider !== provider.name) throw notFound('payment provider');
  const subject = provider.api.subjectOfEvent({ text, headers, now });
  if (subject && 'setup' in subject) addJob({ name: 'read_setup', key: subject.setup, data: subject });
  if (subject && 'payment' in subject) addJob({ name: 'read_payment', key: subject.payment, data: subject });
  return noContent();
};
