import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/http';
import { crashPoint } from '@partner-ordering/messaging';
import type { DocumentStore } from '../documents/document-store.ts';
import { renderReceipt } from '../documents/receipt-pdf.ts';
import type { BillingJobs } from '../domain/receipt-jobs.ts';
import { recordFact } from '../domain/receipt-facts.ts';
import { Receipt } from '../domain/receipt.ts';
import { receipts } from '../resources/receipts.ts';

/** Makes the PDF of a receipt and stores it. The path is always the same, so doing it twice does no harm. */
export const renderReceiptJob =
  ({ orm }: Database, documents: DocumentStore): JobDefinitions<BillingJobs>['render_receipt']['run'] =>
  async ({ data: { gid } }) => {
    const pending = { gid, fileUrl: null };
    const receipt = await orm.em.fork().findOne(Receipt, pending);
    if (!receipt) return;
    const content = await renderReceipt(receipt);
    const { url } = await documents.put({ path: receipt.path, holder: receipts.href(gid), name: `${receipt.number}.pdf`, content });
    return async ({ em }, tools) => {
      crashPoint('receipt-pdf');
      const locked = await em.findOne(Receipt, pending, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!locked) return;
      locked.attach(url, tools.now);
      recordFact(tools, locked, 'receipt.file_added');
    };
  };
