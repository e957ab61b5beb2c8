import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/http';
import { crashPoint } from '@partner-ordering/messaging';
import { isChargeable } from '../domain/held-receipts.ts';
import { isOwnSource } from '../domain/payer/payment-source.ts';
import { chargeStep, Payment, type ChargeStep, type PaymentReading } from '../domain/payment.ts';
import { jobOf, type BillingJobs } from '../domain/receipt-jobs.ts';
import { recordReading } from '../domain/record-payment.ts';
import { Receipt } from '../domain/receipt.ts';
import { tellOfFailure } from '../mails/charge-failed.ts';
import { readingOf, type PaymentAtProvider, type PaymentProvider } from '../payments/provider.ts';

type Run = JobDefinitions<BillingJobs>['charge_receipt']['run'];
type Outcome = Exclude<Awaited<ReturnType<Run>>, void>;
type Answer = Pick<PaymentAtProvider, 'reading'> & Partial<PaymentAtProvider>;

/**
 * Charges a receipt to the organization's payment source. Before the provider is asked for the first time, a pending payment is committed,
 * for which invoices wait; the provider knows the project by its gid, so it charges once.
 */
export const chargeReceiptJob =
  (database: Database, provider: PaymentProvider): Run =>
  async ({ data: { gid }, now }) => {
    const em = database.orm.em.fork();
    const receipt = await em.findOne(Receipt, { gid });
    // Added while another provider was chosen: this one charges nothing by itself.
    if (provider.charge === null || !receipt) return;
    const payment = await em.findOne(Payment, { receiptGid: gid });
    const step = chargeStep(receipt, payment, { isChargeable: await isChargeable(database, gid), now });
    if (step === undefined) return;
    if (step === 'begin') return begin(gid, provider);
    const isDecided = payment?.status !== 'pending';
    const attempt = (payment?.attempts ?? 0) + (isDecided ? 1 : 0);
    const answer = await ask(provider, provider.charge, { receipt, payment, step, attempt });
    crashPoint('receipt-charge');
    return record(gid, answer, { seen: payment?.readings ?? 0, attempt });
  };

/**
 * Records that an attempt follows, unless something else came before, and has it made. One to a payment source of another organization has
 * failed without being made.
 */
const begin =
  (gid: string, { api }: PaymentProvider): Outcome =>
  async (tx, tools) => {
    const receipt = await tx.em.findOne(Receipt, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!receipt) return;
    const present = await tx.em.findOne(Payment, { receiptGid: gid });
    if (chargeStep(receipt, present, { isChargeable: await isChargeable(tx, gid), now: tools.now }) !== 'begin') return;
    const attempt = (present?.attempts ?? 0) + 1;
    if (api && !(await isOwnSource(tx, receipt.paymentRid!, receipt.organizationGid)))
      return record(gid, { reading: ofAnother }, { seen: present?.readings ?? 0, attempt })(tx, tools);
    const payment = present ?? Payment.of(gid, tools.now);
    payment.begin(attempt, tools.now);
    tx.em.persist(payment);
    tools.addJob(jobOf('charge_receipt', gid));
  };

const ofAnother = readingOf({ status: 'failed', failure: 'The payment source belongs to another organization.' }, { amountMinor: 0 });

/** What is asked, and how it is done; undefined when no payment was found. */
interface Question {
  receipt: Receipt;
  payment: Payment | null;
  step: ChargeStep;
  attempt: number;
}

async function ask(
  { api }: PaymentProvider,
  make: NonNullable<PaymentProvider['charge']>,
  { receipt, payment, step, attempt }: Question,
): Promise<Answer | undefined> {
  const { projectGid: project, paymentRid, createdAt: since } = receipt;
  const rid = payment?.rid ?? null;
  if (step === 'read') return api?.read(rid!);
  if (step === 'search') {
    const found = await api?.find({ project, source: paymentRid!, since });
    return found === undefined ? undefined : api?.cancel(found);
  }
  return { reading: await charge(make, receipt, { attempt, payment: rid }) };
}

async function charge(
  make: NonNullable<PaymentProvider['charge']>,
  { projectGid: project, paymentRid, owedMinor: amountMinor, currency, number, createdAt: since }: Receipt,
  known: { attempt: number; payment: string | null },
): Promise<PaymentReading> {
  const asked = { project, rid: paymentRid!, amountMinor, currency, description: number };
  return readingOf(await make(asked, { ...known, since }), asked);
}

const record =
  (gid: string, answer: Answer | undefined, place: { seen: number; attempt: number }): Outcome =>
  async (tx, tools) => {
    const receipt = await tx.em.findOne(Receipt, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!receipt) return;
    if (!answer) {
      const payment = await tx.em.findOne(Payment, { receiptGid: gid });
      if (payment?.readings !== place.seen) return;
      payment.end(tools.now);
      return payment.stopFor(receipt);
    }
    const { reading, refunds = [] } = answer;
    const { isRecorded, failedAttempt } = await recordReading(tx, tools, { receipt, reading, refunds }, place);
    if (failedAttempt !== undefined) await tellOfFailure(tx, tools, receipt, failedAttempt);
    if (!isRecorded && reading.rid !== null) tools.addJob({ name: 'read_payment', key: reading.rid, data: { payment: reading.rid } });
  };
