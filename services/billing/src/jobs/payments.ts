import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/http';
import { isGid } from '@partner-ordering/kernel';
import { Payment } from '../domain/payment.ts';
import type { BillingJobs } from '../domain/receipt-jobs.ts';
import { recordReading } from '../domain/record-payment.ts';
import { Receipt } from '../domain/receipt.ts';
import { Refund } from '../domain/refund.ts';
import { tellOfFailure } from '../mails/charge-failed.ts';
import type { PaymentAtProvider, PaymentProvider } from '../payments/provider.ts';

type Outcome = Awaited<ReturnType<JobDefinitions<BillingJobs>['read_payment']['run']>>;
type Runs = { [Name in 'read_payment' | 'cancel_payment' | 'refund_payment']: JobDefinitions<BillingJobs>[Name]['run'] };

/** What is asked of the payment provider besides charges. */
export function paymentJobs({ orm }: Database, { account }: PaymentProvider): Runs {
  /** Asks for a payment and records the answer; asks again when somebody else recorded another one meanwhile. */
  const record = async (payment: string, ask: (payment: string) => Promise<PaymentAtProvider | undefined>): Promise<Outcome> => {
    const em = orm.em.fork();
    const receipt = (await em.findOne(Payment, { rid: payment }))?.receiptGid ?? (await account!.read(payment))?.receipt;
    // A payment of somebody else who uses the same account.
    if (receipt === undefined || !isGid(receipt)) return undefined;
    const seen = (await em.findOne(Payment, { receiptGid: receipt }))?.readings ?? 0;
    const answer = await ask(payment);
    if (!answer) return undefined;
    const { reading, refunds } = answer;
    return async (tx, tools) => {
      const locked = await tx.em.findOne(Receipt, { gid: receipt }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!locked) return;
      const { isRecorded, failedAttempt } = await recordReading(tx, tools, { receipt: locked, reading }, { seen });
      if (failedAttempt !== undefined) await tellOfFailure(tx, tools, locked, failedAttempt);
      if (!isRecorded) {
        tools.addJob({ name: 'read_payment', key: payment, data: { payment } });
        return;
      }
      for (const refund of refunds) (await tx.em.findOne(Refund, { gid: refund.gid, receiptGid: receipt }))?.take(refund, tools.now);
    };
  };

  return {
    read_payment: async ({ data: { payment } }) => account && record(payment, account.read),
    cancel_payment: async ({ data: { gid } }) => {
      const known = await orm.em.fork().findOne(Payment, { receiptGid: gid });
      if (!account || !known?.rid || known.status === 'paid' || known.status === 'canceled') return undefined;
      return record(known.rid, account.cancel);
    },
    refund_payment: async ({ data: { gid } }) => {
      const em = orm.em.fork();
      const refund = await em.findOne(Refund, { gid });
      if (!account || refund?.status !== 'open') return undefined;
      const { receiptGid, amountMinor } = refund;
      const { rid } = await em.findOneOrFail(Payment, { receiptGid });
      const { currency } = await em.findOneOrFail(Receipt, { gid: receiptGid });
      const outcome = await account.refund({ gid, payment: rid!, amountMinor, currency });
      return async (tx, tools) => {
        (await tx.em.findOne(Refund, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE }))?.take(outcome, tools.now);
        tools.addJob({ name: 'read_payment', key: rid!, data: { payment: rid! } });
      };
    },
  };
}
