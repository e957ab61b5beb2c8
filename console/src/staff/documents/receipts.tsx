import type { ReceiptSummary } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { useDocumentColumns } from '../../billing/documents.tsx';
import { receiptsOf } from '../../billing/query.ts';
import { useReceiptColumns } from '../../billing/receipts.tsx';
import { billingTexts } from '../../billing/texts.ts';
import { ConfirmButton, FormButton } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/fields.tsx';
import { OrderLink } from '../../orders/link.tsx';
import { fullName, useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { StaffDocuments } from './documents.tsx';
import { documentsTexts } from './texts.ts';

/** The receipts of all organizations. */
export function StaffReceipts() {
  const { receipts, receiptStatus, byNumberOrOrder, noReceiptsText } = useTexts(billingTexts);
  const { date, total } = useDocumentColumns<ReceiptSummary>();
  const { order, status } = useReceiptColumns();
  return (
    <StaffDocuments
      title={receipts}
      name="receipts"
      label={byNumberOrOrder}
      statuses={receiptStatus}
      read={receiptsOf()}
      columns={[{ ...order, cell: (receipt) => <OrderOf receipt={receipt} /> }, date, status, total]}
      action={(receipt) => <Actions receipt={receipt} />}
      emptyTexts={[useTexts(documentsTexts).none, noReceiptsText]}
    />
  );
}

function OrderOf({ receipt: { project, user } }: { receipt: ReceiptSummary }) {
  return (
    <div className="stacked">
      <OrderLink order={project} />
      <p className="hint">{fullName(user)}</p>
    </div>
  );
}

function Actions({ receipt }: { receipt: ReceiptSummary }) {
  const { pay } = useTexts(documentsTexts);
  const { money } = useFormat();
  const { gid, number, status, total, credited } = receipt;
  const creditable = total.amount - credited.amount;
  return (
    <>
      {status !== 'paid' && (
        <ConfirmButton
          look="quiet"
          {...pay}
          subject={number}
          title={pay.title(number)}
          text={pay.text(money({ ...total, amount: creditable }))}
          act={() => api.updateReceipt(gid, { status: 'paid' })}
        />
      )}
      {creditable > 0 && <Credit receipt={receipt} />}
    </>
  );
}

/** Takes a receipt back, or a part of it. */
function Credit({ receipt: { gid, number, organization, amount } }: { receipt: ReceiptSummary }) {
  const { credit } = useTexts(documentsTexts);
  const { money } = useFormat();
  return (
    <FormButton
      look="quiet"
      label={credit.label}
      subject={number}
      title={credit.title(number)}
      text={credit.text(money(amount))}
      done={credit.done}
      onSubmit={({ text, number: numberIn }) => {
        const part = numberIn('amount.amount');
        return api.createCreditNote(organization.gid, {
          receipt: { gid },
          reason: text('reason'),
          ...(part !== null && { amount: { amount: part, currency: amount.currency } }),
        });
      }}
    >
      <TextArea name="reason" label={useTexts(billingTexts).reason} hint={credit.reasonHint} maxLength={1000} required />
      <TextField name="amount.amount" label={credit.part(amount.currency)} hint={credit.partHint} type="number" min="0" step="any" />
    </FormButton>
  );
}
