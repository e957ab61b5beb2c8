import { created, noContent } from '@partner-ordering/http';
import { mustBeAdmin } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { recordInvoice } from '../domain/facts.ts';
import { requestedGroup, issueInvoice, nothingToInvoice } from '../domain/issue-invoice.ts';
import { jobOf } from '../domain/receipt-jobs.ts';
import { invoices } from '../resources/invoices.ts';

export const createInvoice: Operations['createInvoice'] = async (context) => {
  const { body, principal, tx, invoicing } = context;
  mustBeAdmin(principal, 'create', 'invoice');
  const invoice = await issueInvoice(tx, await requestedGroup(tx, body), invoicing, context);
  // Another request has collected the receipts since `requestedGroup`.
  if (!invoice) throw nothingToInvoice();
  return created(invoices.href(invoice.gid));
};

export const updateInvoice: Operations['updateInvoice'] = async (context) => {
  const { path, body, principal, now, load, addJob } = context;
  const invoice = await load(invoices, path.gid);
  if (!invoice.update(principal, body, now)) return noContent();
  recordInvoice(context, invoice, invoice.status === 'paid' ? 'invoice.paid' : 'invoice.voided');
  // An invoice may have thousands of receipts, so a job applies the change in steps.
  addJob(jobOf('settle_invoice', invoice.gid));
  return noContent();
};
