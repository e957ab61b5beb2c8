import { LockMode } from '@mikro-orm/postgresql';
import { manageOrganization } from '@partner-ordering/commerce';
import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { PaymentSource } from '../domain/payer/payment-source.ts';
import { paymentSourceHref } from '../resources/payment-sources.ts';
import { mustBeChargeable } from './loading/chargeable.ts';

export const createPaymentSource: Operations['createPaymentSource'] = async (context) => {
  const { path, body, now, principal, tx } = context;
  await manageOrganization({ queryable: tx, principal }, path.orgGid, 'create', 'payment source');
  const present = await tx.em.findOne(PaymentSource, { organizationGid: path.orgGid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (present) present.replace(body, now);
  else tx.em.persist(PaymentSource.create(path.orgGid, body, now));
  await mustBeChargeable(context, body.rid, path.orgGid);
  return created(paymentSourceHref(path.orgGid));
};
