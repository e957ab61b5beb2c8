import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/service';
import type { NewJob } from '@partner-ordering/jobs';
import { isGid } from '@partner-ordering/kernel';
import { Payment } from '../domain/payment.ts';
import { jobOf, type BillingJobs, retryPolicy } from '../domain/receipt-jobs.ts';
import { Receipt } from '../domain/receipt.ts';
import { Refund } from '../domain/refund.ts';
import type { PaymentAtProvider, PaymentProvider } from '../payments/provider.ts';
import { recordAnswer } from './record-answer.ts';

type Jobs = Pick<JobDefinitions<BillingJobs>, 'read_payment' | 'cancel_payment' | 'refund_payment'>;
type Outcome = Awaited<ReturnType<Jobs['read_payment']['run']>>;

/** Reads a receipt's payment at the provider and records it. Adds `repeatJob` if another report was recorded during the call. */
const recorder =
  ({ orm }: Database) =>
  async (gid: string, callProvider: () => Promise<PaymentAtProvider | undefined>, repeatJob: NewJob<BillingJobs>): Promise<Outcome> => {
    const readingsBefore = (await orm.em.fork().findOne(Payment, { receiptGid: gid }))?.readings ?? 0;
    const answer = await callProvider();
    if (!answer) return undefined;
    return async (tx, context) => {
      if (!(await recordAnswer(tx, context, { gid, ...answer }, { readingsBefore }))) context.addJob(repeatJob);
    };
  };

/** The jobs that read, cancel and refund payments at the provider. */
export function paymentJobs(database: Database, { api }: PaymentProvider): Jobs {
  const { orm } = database;
  const record = recorder(database);
  return {
    read_payment: {
      ...retryPolicy,
      run: async ({ data: { payment } }) => {
        if (!api) return undefined;
        const em = orm.em.fork();
        const receipt = (await em.findOne(Payment, { rid: payment }))?.receiptGid ?? (await receiptFor(em, await api.read(payment)));
        if (receipt === undefined) return undefined;
        return record(receipt, () => api.read(payment), { name: 'read_payment', key: payment, data: { payment } });
      },
    },
    cancel_payment: {
      ...retryPolicy,
      run: async ({ data: { gid } }) => {
        const em = orm.em.fork();
        const payment = await em.findOne(Payment, { receiptGid: gid });
        if (!api || !payment || payment.status === 'paid' || payment.status === 'canceled') return undefined;
        const { projectGid: project, paymentRid, createdAt: since } = await em.findOneOrFail(Receipt, { gid });
        const rid = payment.rid ?? (await api.find({ project, source: paymentRid!, since }));
        return rid === undefined ? undefined : record(gid, () => api.cancel(rid), jobOf('cancel_payment', gid));
      },
    },
    refund_payment: {
      ...retryPolicy,
      run: async ({ data: { gid } }) => {
        const em = orm.em.fork();
        const refund = await em.findOne(Refund, { gid });
        if (!api || refund?.status !== 'open') return undefined;
        const { receiptGid, amountMinor } = refund;
        const { rid } = await em.findOneOrFail(Payment, { receiptGid });
        const { currency } = await em.findOneOrFail(Receipt, { gid: receiptGid });
        // The refund and the refunded amount are recorded together: the amount contains no `open` refund.
        const refundAndRead = async (): Promise<PaymentAtProvider | undefined> => {
          const outcome = await api.refund({ gid, payment: rid!, amountMinor, currency });
          const answer = await api.read(rid!);
          return answer && { ...answer, refunds: [outcome, ...answer.refunds] };
        };
        return record(receiptGid, refundAndRead, jobOf('refund_payment', gid));
      },
    },
  };
}

/** Gid of a payment's receipt; undefined for a foreign payment with the same account at the provider. */
async function receiptFor(em: EntityManager, answer: PaymentAtProvider | undefined): Promise<string | undefined> {
  const project = answer?.project;
  return project !== undefined && isGid(project) ? (await em.findOne(Receipt, { projectGid: project }))?.gid : undefined;
}
