import type { InvoiceSummary } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { useDocumentColumns } from '../../billing/documents.tsx';
import { useInvoiceColumns } from '../../billing/invoices.tsx';
import { invoicesOf } from '../../billing/query.ts';
import { billingTexts } from '../../billing/texts.ts';
import { ConfirmButton, FormButton } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/fields.tsx';
import type { FormValues } from '../../kit/form.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { OrganizationField } from '../choices.tsx';
import { StaffDocuments } from './documents.tsx';
import { documentsTexts } from './texts.ts';

/** The invoices of all organizations. */
export function StaffInvoices() {
  const { invoices, invoiceStatus, byNumber, noInvoicesText } = useTexts(billingTexts);
  const { total } = useDocumentColumns<InvoiceSummary>();
  const { month, due, status, owed } = useInvoiceColumns();
  return (
    <StaffDocuments
      title={invoices}
      name="invoices"
      actions={<Issue />}
      label={byNumber}
      statuses={invoiceStatus}
      read={invoicesOf()}
      columns={[month, due, status, total, owed]}
      action={(invoice) => <Actions invoice={invoice} />}
      emptyTexts={[useTexts(documentsTexts).none, noInvoicesText]}
    />
  );
}

function Actions({ invoice: { gid, number, status, owed } }: { invoice: InvoiceSummary }) {
  const { pay, cancel } = useTexts(documentsTexts);
  const { money } = useFormat();
  if (status !== 'open') return null;
  const actions = [
    { ...pay, status: 'paid' },
    { ...cancel, status: 'void' },
  ] as const;
  return actions.map(({ label, title, text, done, status: newStatus }) => (
    <ConfirmButton
      key={newStatus}
      look="quiet"
      label={label}
      subject={number}
      title={title(number)}
      text={text(money(owed))}
      act={() => api.updateInvoice(gid, { status: newStatus })}
      done={done}
    />
  ));
}

function Issue() {
  const { issue } = useTexts(documentsTexts);
  const { month } = useTexts(billingTexts);
  const { currencyHint, ...button } = issue;
  const send = ({ text }: FormValues) => {
    const currency = text('currency').toUpperCase();
    return api.createInvoice({ organization: { gid: text('organization') }, period: text('period'), ...(currency && { currency }) });
  };
  return (
    <FormButton look="main" {...button} onSubmit={send}>
      <OrganizationField />
      <TextField name="period" label={month} type="month" defaultValue={new Date().toISOString().slice(0, 'YYYY-MM'.length)} required />
      <TextField name="currency" label={useTexts(kitTexts).currency} hint={currencyHint} maxLength={3} />
    </FormButton>
  );
}
