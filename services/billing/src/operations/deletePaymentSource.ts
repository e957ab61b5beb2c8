import { manageOrganization } from '@partner-ordering/commerce';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { paymentSources } from '../resources/payment-sources.ts';

export const deletePaymentSource: Operations['deletePaymentSource'] = async (context) => {
  const { path, principal, tx, load } = context;
  await manageOrganization({ queryable: tx, principal }, path.orgGid, 'delete', 'payment source');
  tx.em.remove(await load(paymentSources, path.orgGid));
  return noContent();
};
