import { LockMode } from '@mikro-orm/postgresql';
import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { PaymentSource, refuseCardNumbers } from '../domain/payer/payment-source.ts';
import { paymentSourceHref } from '../resources/payment-sources.ts';
import { mustBeChargeable } from './loading/chargeable.ts';
import { managePayment } from './loading/organization.ts';

export const createPaymentSource: Operations['createPaymentSource'] = async (context) => {
  const { path, body, now, tx } = context;
  await managePayment(context, path.orgGid, 'create');
  refuseCardNumbers(body);
  await mustBeChargeable(context, body.rid, path.orgGid);
  const present = await tx.em.findOne(PaymentSource, { organizationGid: path.orgGid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (present) present.replace(body, now);
  else tx.em.persist(PaymentSource.create(path.orgGid, body, now));
  return created(paymentSourceHref(path.orgGid));
};
