import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/http';
import { isChargeable } from '../domain/held-receipts.ts';
import type { BillingJobs } from '../domain/receipt-jobs.ts';
import { recordPayment } from '../domain/receipt-facts.ts';
import { Receipt } from '../domain/receipt.ts';
import type { PaymentProvider } from '../payments/provider.ts';

/** Charges a receipt to the organization's payment source. The provider knows the receipt by its gid, so it charges once. */
export const chargeReceiptJob =
  (database: Database, { charge }: PaymentProvider): JobDefinitions<BillingJobs>['charge_receipt']['run'] =>
  async ({ data: { gid } }) => {
    const receipt = await database.orm.em.fork().findOne(Receipt, { gid });
    // Added while another provider was chosen: this one charges nothing by itself.
    if (charge === null || !receipt?.isToCharge) return;
    // Its payment source is gone: the next invoice collects it.
    if (!(await isChargeable(database, gid))) return;
    const { paymentRid, owedMinor, currency, number } = receipt;
    const outcome = await charge({ idempotencyKey: gid, rid: paymentRid!, amountMinor: owedMinor, currency, description: number });
    return async ({ em }, tools) => {
      const locked = await em.findOne(Receipt, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!locked?.isToCharge) return;
      locked.recordCharge(outcome, tools.now);
      recordPayment(tools, locked);
    };
  };
