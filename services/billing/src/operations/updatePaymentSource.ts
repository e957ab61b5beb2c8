import { manageOrganization } from '@partner-ordering/commerce';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { paymentSources } from '../resources/payment-sources.ts';
import { mustBeChargeable } from './loading/chargeable.ts';

export const updatePaymentSource: Operations['updatePaymentSource'] = async (context) => {
  const { path, body, now, principal, tx, load } = context;
  await manageOrganization({ queryable: tx, principal }, path.orgGid, 'update', 'payment source');
  const source = await load(paymentSources, path.orgGid);
  const before = source.rid;
  source.update(body, now);
  if (source.rid !== before) await mustBeChargeable(context, source.rid, path.orgGid);
  return noContent();
};
