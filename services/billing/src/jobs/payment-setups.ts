import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/service';
import { deleteSetups, PaymentSetup } from '../domain/payer/payment-setup.ts';
import { isOwnSource, PaymentSource } from '../domain/payer/payment-source.ts';
import { type BillingJobs, retryPolicy } from '../domain/receipt-jobs.ts';
import type { PaymentProvider } from '../payments/provider.ts';

const PAUSE_MS = 600_000;
const lockForUpdate = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** The jobs that take over what was set up on a page of the provider. What counts is decided here before anything changes there. */
export const setupJobs = (
  { orm }: Database,
  { api }: PaymentProvider,
): Pick<JobDefinitions<BillingJobs>, 'read_setup' | 'set_payment_method' | 'detach_payment_method'> => ({
  read_setup: {
    ...retryPolicy,
    run: async ({ data }) => {
      const { setup: rid } = data;
      const recordedSetup = await orm.em.fork().findOne(PaymentSetup, { rid });
      if (!api || !recordedSetup) return undefined;
      const { organizationGid, source, createdAt } = recordedSetup;
      const result = await api.readSetup(rid);
      return async (tx, { now, addJob }) => {
        const present = await tx.em.findOne(PaymentSource, { organizationGid }, lockForUpdate);
        const setup = await tx.em.findOne(PaymentSetup, { rid }, lockForUpdate);
        if (!setup) return;
        if (result === 'open' && !setup.isOver(now))
          return addJob({ name: 'read_setup', key: rid, data, runAt: new Date(now.getTime() + PAUSE_MS) });
        tx.em.remove(setup);
        if (typeof result !== 'object' || !(await setup.isStillValid(tx, present)) || !(await isOwnSource(tx, source, organizationGid)))
          return;
        const values = { rid: source, last_digits: result.lastDigits };
        if (present) present.update(values, now);
        else tx.em.persist(PaymentSource.create(organizationGid, values, now));
        await deleteSetups(tx, organizationGid, createdAt);
        // One job for each source: it sets what was decided last.
        addJob({ name: 'set_payment_method', key: source, data: { source, method: result.method } });
      };
    },
  },
  set_payment_method: {
    ...retryPolicy,
    run: async ({ data: { source, method } }) => {
      const before = await api?.setMethod(source, method);
      if (before === undefined) return undefined;
      return async (_, { addJob }) => addJob({ name: 'detach_payment_method', key: before, data: { method: before } });
    },
  },
  detach_payment_method: { ...retryPolicy, run: async ({ data: { method } }) => api?.detachMethod(method) },
});
