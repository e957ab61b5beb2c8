import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/http';
import { crashPoint } from '@partner-ordering/messaging';
import { isChargeable } from '../domain/held-receipts.ts';
import { isChargeDue, Payment, type PaymentReading } from '../domain/payment.ts';
import type { BillingJobs } from '../domain/receipt-jobs.ts';
import { recordReading } from '../domain/record-payment.ts';
import { Receipt } from '../domain/receipt.ts';
import { tellOfFailure } from '../mails/charge-failed.ts';
import { readingOf, type PaymentProvider } from '../payments/provider.ts';

/** Charges a receipt to the organization's payment source. The provider knows the receipt by its gid, so it charges once. */
export const chargeReceiptJob =
  (database: Database, provider: PaymentProvider): JobDefinitions<BillingJobs>['charge_receipt']['run'] =>
  async ({ data: { gid }, now }) => {
    const em = database.orm.em.fork();
    const receipt = await em.findOne(Receipt, { gid });
    const payment = await em.findOne(Payment, { receiptGid: gid });
    // Added while another provider was chosen: this one charges nothing by itself.
    if (provider.charge === null || !receipt || !isChargeDue(receipt, payment, now)) return;
    const isDecided = payment?.status !== 'pending';
    // Its payment source is gone: the next invoice collects it.
    if (isDecided && !(await isChargeable(database, gid))) return;
    const attempt = (payment?.attempts ?? 0) + (isDecided ? 1 : 0);
    // One that the provider has not decided on is looked up only.
    const pending = isDecided || payment.rid === null ? undefined : await provider.account?.read(payment.rid);
    const reading = pending?.reading ?? (await charge(provider.charge, receipt, { attempt, payment: payment?.rid ?? null }));
    crashPoint('receipt-charge');
    return async (tx, tools) => {
      const locked = await tx.em.findOne(Receipt, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!locked) return;
      const { isRecorded, failedAttempt } = await recordReading(
        tx,
        tools,
        { receipt: locked, reading },
        { seen: payment?.readings ?? 0, attempt },
      );
      if (failedAttempt !== undefined) await tellOfFailure(tx, tools, locked, failedAttempt);
      if (!isRecorded && reading.rid !== null) tools.addJob({ name: 'read_payment', key: reading.rid, data: { payment: reading.rid } });
    };
  };

async function charge(
  make: NonNullable<PaymentProvider['charge']>,
  { gid, paymentRid, owedMinor: amountMinor, currency, number, createdAt: since }: Receipt,
  known: { attempt: number; payment: string | null },
): Promise<PaymentReading> {
  const asked = { idempotencyKey: gid, rid: paymentRid!, amountMinor, currency, description: number };
  return readingOf(await make(asked, { ...known, since }), asked);
}
