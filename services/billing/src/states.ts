import { ratioOf } from '@partner-ordering/commerce';
import { formatTime } from '@partner-ordering/kernel';
import { attachmentsOf, stateSource, type PublishedState } from '@partner-ordering/http';
import type { BillingStates } from '../generated/events.ts';
import { readAccount } from './domain/account.ts';
import { NumberSeriesRow, type NumberSeries } from './domain/number-series.ts';
import { PaymentSource } from './domain/payment-source.ts';
import { Receipt } from './domain/receipt.ts';
import { receipts } from './resources/receipts.ts';

/** What of a receipt the account shows. Its PDF is none of it. */
const owedBy = ({ organizationGid, status, totalMinor, currency }: Receipt): object => ({ organizationGid, status, totalMinor, currency });

const account: PublishedState<BillingStates['account']> = {
  type: 'account',
  sources: [
    stateSource(PaymentSource, ({ organizationGid }) => organizationGid),
    stateSource(Receipt, ({ organizationGid }) => organizationGid, owedBy),
  ],
  read: readAccount,
};

/** Published under its project's gid: there is one per project, and ordering looks it up by the project. */
const receipt: PublishedState<BillingStates['receipt']> = {
  type: 'receipt',
  sources: [stateSource(Receipt, ({ projectGid }) => projectGid)],
  read: async ({ em }, projectGid) => {
    const found = await em.findOne(Receipt, { projectGid });
    return found && stateOf(found);
  },
};

const numberSeries: PublishedState<BillingStates['number_series']> = {
  type: 'number_series',
  sources: [stateSource(NumberSeriesRow, ({ name }) => name)],
  read: async ({ em }, key) => {
    const found = await em.findOne(NumberSeriesRow, { name: key as NumberSeries });
    return found && { name: found.name, year: found.year, last_number: found.lastNumber };
  },
};

function stateOf(of: Receipt): BillingStates['receipt'] {
  const { gid, number, status, currency, paidAt } = of;
  return {
    ...{ gid, number, status, project: of.projectGid, organization: of.organizationGid },
    net: { amount_minor: of.amountMinor, currency },
    vat: { amount_minor: of.vatMinor, ratio: ratioOf(of.vatRate), currency },
    total: { amount_minor: of.totalMinor, currency },
    paid_at: paidAt ? formatTime(paidAt) : null,
    file: of.fileUrl,
  };
}

/** The PDF belongs to its receipt as soon as the receipt has its address. */
const documents: PublishedState<BillingStates['attachment']> = attachmentsOf('billing', Receipt, (of) => ({
  gid: of.gid,
  path: of.fileUrl === null ? null : of.path,
  holder: receipts.href(of.gid),
}));

/** The public states that this service publishes, see openapi/events/billing.yaml. */
export const states: readonly PublishedState[] = [account, receipt, numberSeries, documents];
