import type { Principal } from '@partner-ordering/kernel';
import {
  column,
  date,
  expression,
  file,
  jsonObject,
  money,
  moneyJson,
  pick,
  raw,
  referenceJson,
  resource,
  sql,
  table,
  timeText,
  type Column,
  type Field,
  type Sql,
} from '@partner-ordering/data';
import { organizationReference, ownOrManaged, userReference, vatField } from '@partner-ordering/commerce';
import { stateReference } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../generated/events.ts';
import type { InvoiceReference, Payment, Receipt, Total } from '../../generated/models.ts';
import { Invoice as InvoiceEntity } from '../domain/invoice.ts';
import { Payment as PaymentEntity } from '../domain/payment.ts';
import { Receipt as ReceiptEntity } from '../domain/receipt.ts';

const r = table(ReceiptEntity, 'r');

const p = table(PaymentEntity, 'p');
/** The received currency, which differs where somebody has changed the payment at the provider. */
const received = { ...p.currency, sql: sql`coalesce(${p.currency.sql}, ${r.currency.sql})` };
const inCurrency = (minor: Column): Sql => moneyJson(minor, received);
/** The payment as the provider tells it. */
const payment = jsonObject({
  status: p.status.sql,
  attempts: p.attempts.sql,
  next_attempt_at: timeText(p.nextAttemptAt.sql),
  action_url: p.actionUrl.sql,
  received: inCurrency(p.receivedMinor),
  refunded: inCurrency(p.refundedMinor),
  dispute: sql`case when p.dispute_status is not null then ${jsonObject({
    status: p.disputeStatus.sql,
    reason: p.disputeReason.sql,
    amount: inCurrency(p.disputeMinor),
  })} end`,
});
const i = table(InvoiceEntity, 'i');
const invoice = referenceJson('/v1/invoices', { gid: i.gid, number: i.number });

/** Invoices are visible to managers of the organization. */
const managed = ({ isAdmin, manages }: Principal): Sql | undefined =>
  isAdmin ? undefined : sql`r.organization_gid = any(${[...manages]}::uuid[])`;

/** The invoice of a receipt, null for callers who cannot see it. */
const invoiceOf = (principal: Principal): Sql =>
  sql`(select ${invoice} from invoice i where i.gid = r.invoice_gid and ${managed(principal) ?? raw('true')})`;

/** Receipts of the organizations the caller manages, and of the caller's own projects while they are a member. */
export const receipts = resource<Receipt>()({
  noun: 'receipt',
  path: '/v1/receipts',
  table: r,
  fields: {
    ...pick(r, 'number', 'status', 'failure', 'failure_code'),
    failure_params: expression<Receipt['failure_params']>(raw('r.failure_params')),
    organization: organizationReference(r.organizationGid),
    user: userReference(r.userGid),
    project: stateReference<FollowedStates>()('project', '/v1/projects', ['title'])(r.projectGid),
    amount: money(r.amountMinor, r.currency),
    total: money(r.totalMinor, r.currency),
    credited: expression<Total>(
      jsonObject({ amount: raw('money_major(r.credited_amount_minor + r.credited_vat_minor, r.currency)'), currency: r.currency.sql }),
    ),
    test: column(r.isTest),
    paid_at: date(r.paidAt),
    invoice: {
      value: invoiceOf,
      comparable: r.invoiceGid,
      parts: { gid: r.invoiceGid },
      seenIn: managed,
    } satisfies Field<InvoiceReference | null>,
    file: file(r.fileUrl),
    vat: vatField({ minor: r.vatMinor, rate: r.vatRate, currency: r.currency }),
    payment: expression<Payment | null>(sql`(select ${payment} from payment p where p.receipt_gid = r.gid)`),
  },
  organization: r.organizationGid,
  visible: (principal) => ownOrManaged(principal, { owner: r.userGid, organization: r.organizationGid }),
  isCounted: true,
});
