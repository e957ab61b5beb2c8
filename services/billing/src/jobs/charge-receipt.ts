import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/service';
import { crashPoint } from '@partner-ordering/messaging';
import { isChargeable } from '../domain/collected-receipts.ts';
import { isOwnSource } from '../domain/payer/payment-source.ts';
import { chargeStep, Payment, type ChargeStep } from '../domain/payment.ts';
import { jobOf, type BillingJobs } from '../domain/receipt-jobs.ts';
import type { ProviderCall } from '../domain/record-payment.ts';
import { Receipt } from '../domain/receipt.ts';
import { faults, sourceFailure } from '../faults.ts';
import { paymentReport, type PaymentProvider } from '../payments/provider.ts';
import { recordAnswer, type ProviderAnswer } from './record-answer.ts';

type Run = JobDefinitions<BillingJobs>['charge_receipt']['run'];
type Outcome = Exclude<Awaited<ReturnType<Run>>, void>;

/**
 * Charges a receipt to its payment source. A pending payment, for which invoices wait, is committed before the provider is first asked. The
 * provider knows the project by its gid and charges it once.
 */
export const chargeReceiptJob =
  (database: Database, provider: PaymentProvider): Run =>
  async ({ data: { gid }, now }) => {
    // Added while another provider was chosen: this one charges nothing by itself.
    if (provider.charge === null) return;
    const em = database.orm.em.fork();
    const receipt = await em.findOneOrFail(Receipt, { gid });
    const payment = await em.findOne(Payment, { receiptGid: gid });
    const step = chargeStep(receipt, payment, { isChargeable: await isChargeable(database, gid), now });
    if (step === undefined) return;
    if (step === 'begin') return beginAttempt(gid, provider);
    const isDecided = payment?.status !== 'pending';
    const attempt = (payment?.attempts ?? 0) + (isDecided ? 1 : 0);
    const answer = await callProvider(provider, { receipt, rid: payment?.rid ?? null, step, attempt });
    crashPoint('receipt-charge');
    return recordOutcome(gid, answer, { readingsBefore: payment?.readings ?? 0, attempt });
  };

/** Records that an attempt follows, unless something came before. On another organization's payment source it fails without being made. */
const beginAttempt =
  (gid: string, { api }: PaymentProvider): Outcome =>
  async (tx, context) => {
    const receipt = await tx.em.findOneOrFail(Receipt, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const present = await tx.em.findOne(Payment, { receiptGid: gid });
    if (chargeStep(receipt, present, { isChargeable: await isChargeable(tx, gid), now: context.now }) !== 'begin') return;
    const attempt = (present?.attempts ?? 0) + 1;
    if (api && !(await isOwnSource(tx, receipt.paymentRid!, receipt.organizationGid)))
      return recordOutcome(gid, { report: foreignSourceReport }, { readingsBefore: present?.readings ?? 0, attempt })(tx, context);
    const payment = present ?? Payment.of(gid, context.now);
    payment.begin(attempt, context.now);
    tx.em.persist(payment);
    context.addJob(jobOf('charge_receipt', gid));
  };

const foreignSourceReport = paymentReport(
  { status: 'failed', failure: sourceFailure(faults.belongs_to_another_organization) },
  { amountMinor: 0 },
);

/** Takes a step at the provider; undefined when no payment was found. */
async function callProvider(
  { charge, api }: PaymentProvider,
  { receipt, rid, step, attempt }: { receipt: Receipt; rid: string | null; step: ChargeStep; attempt: number },
): Promise<ProviderAnswer | undefined> {
  const { projectGid: project, paymentRid, owedMinor: amountMinor, currency, number: description, createdAt: since } = receipt;
  const search = { project, source: paymentRid!, since };
  if (step === 'read') return api?.read(rid!);
  if (step === 'search') {
    const found = await api?.find(search);
    return found === undefined ? undefined : api?.cancel(found);
  }
  const outcome = await charge!({ ...search, amountMinor, currency, description, attempt, payment: rid });
  return { report: paymentReport(outcome, { amountMinor }) };
}

const recordOutcome =
  (gid: string, answer: ProviderAnswer | undefined, call: ProviderCall): Outcome =>
  async (tx, context) => {
    if (answer) {
      const { rid } = answer.report;
      const isRecorded = await recordAnswer(tx, context, { gid, ...answer }, call);
      if (!isRecorded && rid !== null) context.addJob({ name: 'read_payment', key: rid, data: { payment: rid } });
      return;
    }
    const receipt = await tx.em.findOneOrFail(Receipt, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const payment = await tx.em.findOne(Payment, { receiptGid: gid });
    if (payment?.readings !== call.readingsBefore) return;
    payment.end(context.now);
    payment.stopAttempts(receipt);
  };
