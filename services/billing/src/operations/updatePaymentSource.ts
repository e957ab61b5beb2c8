import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { paymentSources } from '../resources/payment-sources.ts';
import { mustBeChargeable } from './loading/chargeable.ts';
import { managePayment } from './loading/organization.ts';

export const updatePaymentSource: Operations['updatePaymentSource'] = async (context) => {
  const { path, body, now, load } = context;
  await managePayment(context, path.orgGid, 'update');
  const source = await load(paymentSources, path.orgGid);
  const before = source.rid;
  source.update(body, now);
  if (source.rid !== before) await mustBeChargeable(context, source.rid, path.orgGid);
  return noContent();
};
