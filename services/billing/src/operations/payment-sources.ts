import { LockMode } from '@mikro-orm/postgresql';
import { manageOrganization } from '@partner-ordering/commerce';
import { created, noContent, ok } from '@partner-ordering/http';
import { invalid } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import type { DomainContext } from '../context.ts';
import { deleteSetups } from '../domain/payer/payment-setup.ts';
import { isOwnSource, PaymentSource } from '../domain/payer/payment-source.ts';
import { faults } from '../faults.ts';
import { paymentSourceHref, paymentSources } from '../resources/payment-sources.ts';

export const getPaymentProvider: Operations['getPaymentProvider'] = async ({ provider: { name, api } }) =>
  ok({ name, has_setup_page: api !== undefined });

export const createPaymentSource: Operations['createPaymentSource'] = async (context) => {
  const { path, body, now, principal, tx } = context;
  await manageOrganization({ queryable: tx, principal }, path.orgGid, 'create', 'payment source');
  const present = await tx.em.findOne(PaymentSource, { organizationGid: path.orgGid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (present) present.replace(body, now);
  else tx.em.persist(PaymentSource.create(path.orgGid, body, now));
  await requireChargeable(context, body.rid, path.orgGid);
  return created(paymentSourceHref(path.orgGid));
};

export const updatePaymentSource: Operations['updatePaymentSource'] = async (context) => {
  const { path, body, now, principal, tx, load } = context;
  await manageOrganization({ queryable: tx, principal }, path.orgGid, 'update', 'payment source');
  const source = await load(paymentSources, path.orgGid);
  const before = source.rid;
  source.update(body, now);
  if (source.rid !== before) await requireChargeable(context, source.rid, path.orgGid);
  return noContent();
};

export const deletePaymentSource: Operations['deletePaymentSource'] = async (context) => {
  const { path, now, principal, tx, load } = context;
  await manageOrganization({ queryable: tx, principal }, path.orgGid, 'delete', 'payment source');
  tx.em.remove(await load(paymentSources, path.orgGid));
  await deleteSetups(tx, path.orgGid, now);
  return noContent();
};

/** 400 names `rid` if the provider cannot charge it or another organization owns it. The provider is asked outside of the transaction. */
async function requireChargeable(
  { askOutside, tx, provider: { api } }: Pick<DomainContext, 'askOutside' | 'tx' | 'provider'>,
  rid: string,
  organization: string,
): Promise<void> {
  if (!api) return;
  const fault = askOutside('payment source', () => api.sourceFault(rid));
  if (fault) throw invalid(fault('rid'));
  if (!(await isOwnSource(tx, rid, organization))) throw invalid(faults.belongs_to_another_organization('rid'));
}
