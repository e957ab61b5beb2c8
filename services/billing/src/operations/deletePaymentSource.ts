import { manageOrganization } from '@partner-ordering/commerce';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { forgetSetups } from '../domain/payer/payment-setup.ts';
import { paymentSources } from '../resources/payment-sources.ts';

export const deletePaymentSource: Operations['deletePaymentSource'] = async (context) => {
  const { path, now, principal, tx, load } = context;
  await manageOrganization({ queryable: tx, principal }, path.orgGid, 'delete', 'payment source');
  tx.em.remove(await load(paymentSources, path.orgGid));
  await forgetSetups(tx, path.orgGid, now);
  return noContent();
};
