import { created } from '@partner-ordering/http';
import { forbidden } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { groupOf, issueInvoice, nothingToInvoice } from '../domain/issue-invoice.ts';
import { invoices } from '../resources/invoices.ts';

export const createInvoice: Operations['createInvoice'] = async (context) => {
  const { body, principal, tx, invoicing } = context;
  if (!principal.isAdmin) throw forbidden('create', 'invoice');
  const invoice = await issueInvoice(tx, await groupOf(tx, body), invoicing, context);
  // Another request has collected them meanwhile.
  if (!invoice) throw nothingToInvoice();
  return created(invoices.href(invoice.gid));
};
