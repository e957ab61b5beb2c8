import { crashPoint } from '@partner-ordering/messaging';
import type { DocumentStore } from '../documents/document-store.ts';
import { renderReceipt } from '../documents/receipt-pdf.ts';
import { receipts } from '../resources/receipts.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import type { Task } from './task-worker.ts';

/** Renders the PDF of each receipt. Repeated until the PDF's address is stored; the path is always the same. */
export const renderTask = (documents: DocumentStore): Task => ({
  name: 'render',
  pending: { fileUrl: null },
  perform: async (receipt) => {
    const { gid, number, path } = receipt;
    const document = { path, holder: receipts.href(gid), name: `${number}.pdf`, content: await renderReceipt(receipt) };
    const { url } = await documents.put(document);
    return (of, now) => of.attach(url, now);
  },
  onPerformed: () => crashPoint('receipt-pdf'),
});

/** Charges open receipts to the organization's payment source. No tasks when the provider charges nothing itself. */
export function chargeTasks({ charge }: PaymentProvider): Task[] {
  if (charge === null) return [];
  return [
    {
      name: 'charge',
      pending: { status: 'open', paymentRid: { $ne: null } },
      perform: async ({ gid, paymentRid, totalMinor, currency, number }) => {
        const outcome = await charge({ idempotencyKey: gid, rid: paymentRid!, amountMinor: totalMinor, currency, description: number });
        return (of, now) => of.recordCharge(outcome, now);
      },
    },
  ];
}
