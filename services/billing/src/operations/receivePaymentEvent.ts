import { noContent } from '@partner-ordering/http';
import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';

// Events are not remembered: one that comes twice has its subject read twice, which changes nothing.
export const receivePaymentEvent: Operations['receivePaymentEvent'] = async (context) => {
  const { path, bodyText: text, headers, provider, now, addJob } = context;
  if (!provider.api || path.provider !== provider.name) throw notFound('payment provider');
  const about = provider.api.subjectOfEvent({ text, headers, now });
  if (about && 'setup' in about) addJob({ name: 'read_setup', key: about.setup, data: about });
  if (about && 'payment' in about) addJob({ name: 'read_payment', key: about.payment, data: about });
  return noContent();
};
