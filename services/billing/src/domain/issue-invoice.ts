import type { Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { crashPoint, readState } from '@partner-ordering/messaging';
import { invalid, isGid, newGid, unavailable, type DomainRefusal } from '@partner-ordering/kernel';
import type { OrganizationState } from '../../generated/events.ts';
import type { InvoiceCreate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { currenciesToInvoice, collectReceipts, type InvoiceGroup } from './collected-receipts.ts';
import { recordInvoice } from './facts.ts';
import { Invoice } from './invoice.ts';
import { nextNumber } from './number-series.ts';
import { jobOf, type BillingJobs } from './receipt-jobs.ts';
import type { Seller } from './seller.ts';
import { stopCharging } from './stop-charging.ts';

/** The seller, clock and payment term of invoices. */
export interface Invoicing {
  seller: Seller;
  clock: () => Date;
  /** Days from the issue of an invoice until it is due. */
  dueDays: number;
}

/** 400: there is nothing to collect. */
export const nothingToInvoice = (): DomainRefusal => invalid(faults.nothing_to_invoice('period'));

/** The receipts that a request asks to collect. 400 for an unknown organization, no receipts, or several currencies and none chosen. */
export async function requestedGroup(tx: Transaction, { organization: { gid }, period, currency }: InvoiceCreate): Promise<InvoiceGroup> {
  const unknownOrganization = invalid(faults.not_found('organization.gid', { resource: 'organization' }));
  if (!isGid(gid)) throw unknownOrganization;
  if (!(await readState(tx, 'organization', gid))?.state) throw unknownOrganization.restingOn([{ type: 'organization', key: gid }]);
  const available = await currenciesToInvoice(tx, { organization: gid, period });
  const chosen = currency === undefined ? available : available.filter((one) => one === currency);
  if (chosen.length === 0) throw nothingToInvoice();
  if (chosen.length > 1) throw invalid(faults.several_currencies('currency', { currencies: chosen }));
  return { organization: gid, period, currency: chosen[0]! };
}

/**
 * Issues the invoice of a group; undefined without receipts to collect. Receipts are locked first and the number series last, so that
 * other invoices wait only for the end. 503, and another try, while the organization is unknown.
 */
export async function issueInvoice(
  tx: Transaction,
  group: InvoiceGroup,
  { seller, clock, dueDays }: Invoicing,
  context: Pick<WriteContext<BillingJobs>, 'addJob' | 'publish' | 'now'>,
): Promise<Invoice | undefined> {
  const organization = (await readState(tx, 'organization', group.organization))?.state as OrganizationState | null | undefined;
  if (!organization) throw unavailable(new Error(`organization ${group.organization} is not known`));
  const gid = newGid();
  const vatLines = await collectReceipts(tx, gid, group, context);
  if (vatLines.length === 0) return undefined;
  crashPoint('invoice-receipts');
  const { name, vat: vatNumber, billing_address: address } = organization;
  const invoice = Invoice.of({
    gid,
    organizationGid: group.organization,
    period: group.period,
    currency: group.currency,
    dueDays,
    content: { seller, buyer: { name, vatNumber, address }, vatLines },
    issued: await nextNumber(tx, 'invoice', clock),
  });
  tx.em.persist(invoice);
  context.addJob(jobOf('render_invoice', gid));
  recordInvoice(context, invoice, 'invoice.created');
  await stopCharging(tx, context, { invoice: gid });
  return invoice;
}
