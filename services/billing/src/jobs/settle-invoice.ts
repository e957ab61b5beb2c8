import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import type { JobDefinitions } from '@partner-ordering/service';
import { languageOfCountry, texts } from '../documents/texts.ts';
import { receiptsToSettle } from '../domain/collected-receipts.ts';
import { Invoice } from '../domain/invoice.ts';
import { payByInvoice } from '../domain/invoiced-receipt.ts';
import { jobOf, type BillingJobs } from '../domain/receipt-jobs.ts';
import { Receipt } from '../domain/receipt.ts';
import { writeCreditNote } from '../domain/write-credit-note.ts';

/** A credit note holds up the others of its series until the commit, so fewer are written at once than receipts are paid. */
const atOnce = { paid: 100, void: 25 } as const;

/** Pays the receipts of a paid invoice, or credits what is left of those of a void one: some in each run, until all are settled. */
export const settleInvoiceJob =
  ({ orm }: Database, clock: () => Date): JobDefinitions<BillingJobs>['settle_invoice']['run'] =>
  async ({ data: { gid } }) => {
    const invoice = await orm.em.fork().findOne(Invoice, { gid });
    // An ended invoice never changes again.
    if (!invoice || invoice.status === 'open') return;
    const { status, number, content } = invoice;
    const reason = texts[languageOfCountry(content.buyer.address.country)].voided(number);
    return async (tx, context) => {
      const gids = await receiptsToSettle(tx, gid, status, atOnce[status]);
      const receipts = await tx.em.find(Receipt, { gid: { $in: gids } }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { gid: 'asc' } });
      for (const receipt of receipts) {
        if (status === 'paid') payByInvoice(receipt, invoice, context);
        else if (receipt.isCreditable) await writeCreditNote(tx, { receipt, credit: { reason } }, clock, context);
      }
      if (gids.length === atOnce[status]) context.addJob(jobOf('settle_invoice', gid));
    };
  };
