import { pageOf, wordOf, type Search } from '../../text/search.ts';

export const receiptStatuses = ['open', 'failed', 'paid'] as const;
export const invoiceStatuses = ['open', 'paid', 'void'] as const;
const statuses = [...receiptStatuses, ...invoiceStatuses];

export interface DocumentsSearch {
  status?: (typeof statuses)[number] | undefined;
  page?: number | undefined;
}

/** The filters of receipts and invoices in their address. */
export const documentsSearch = ({ status, page }: Search): DocumentsSearch => ({ status: wordOf(status, statuses), page: pageOf(page) });
