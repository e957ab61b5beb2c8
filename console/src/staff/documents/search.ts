import { searchOf, choiceParameter, type Search } from '../../text/search.ts';

export const receiptStatuses = ['open', 'failed', 'paid'] as const;
export const invoiceStatuses = ['open', 'paid', 'void'] as const;
const statuses = [...receiptStatuses, ...invoiceStatuses];

export type DocumentsSearch = ReturnType<typeof paged> & { status?: (typeof statuses)[number] | undefined };
const paged = searchOf();

/** The filters of receipts and invoices in their address. */
export const documentsSearch = (search: Search): DocumentsSearch => ({
  ...paged(search),
  status: choiceParameter(search['status'], statuses),
});
