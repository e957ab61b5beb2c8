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

/** The jobs that read, cancel and refund payments at the provider. */
export function paymentJobs({ orm }: Database, { api }: PaymentProvider): Jobs {
  /** Reads a receipt's payment at the provider and records it. Adds `again` if another reading was recorded during the call. */
  const record = async (gid: string, ask: () => Promise<PaymentAtProvider | undefined>, again: NewJob<BillingJobs>): Promise<Outcome> => {
    const seen = (await orm.em.fork().findOne(Payment, { receiptGid: gid }))?.readings ?? 0;
    const answer = await ask();
    if (!answer) return undefined;
    return async (tx, tools) => {
      if (!(await recordAnswer(tx, tools, { gid, ...answer }, { seen }))) tools.addJob(again);
    };
  };

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
        const known = await em.findOne(Payment, { receiptGid: gid });
        if (!api || !known || known.status === 'paid' || known.status === 'canceled') return undefined;
        const { projectGid: project, paymentRid, createdAt: since } = await em.findOneOrFail(Receipt, { gid });
        const rid = known.rid ?? (await api.find({ project, source: paymentRid!, since }));
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
        const ask = async (): Promise<PaymentAtProvider | undefined> => {
          const outcome = await api.refund({ gid, payment: rid!, amountMinor, currency });
          const answer = await api.read(rid!);
          return answer && { ...answer, refunds: [outcome, ...answer.refunds] };
        };
        return record(receiptGid, ask, jobOf('refund_payment', gid));
      },
    },
  };
}

/** Gid of a payment's receipt; undefined for a foreign payment with the same account at the provider. */
async function receiptFor(em: EntityManager, answer: PaymentAtProvider | undefined): Promise<string | undefined> {
  const project = answer?.project;
  return project !== undefined && isGid(project) ? (await em.findOne(Receipt, { projectGid: project }))?.gid : undefined;
}
