import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { paymentSources } from '../resources/payment-sources.ts';
import { managePayment } from './loading/organization.ts';

export const deletePaymentSource: Operations['deletePaymentSource'] = async (context) => {
  const { path, tx, load } = context;
  await managePayment(context, path.orgGid, 'delete');
  tx.em.remove(await load(paymentSources, path.orgGid));
  return noContent();
};
