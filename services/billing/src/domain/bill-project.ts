import { sql, type Transaction } from '@partner-ordering/data';
import type { WriteTools } from '@partner-ordering/http';
import { unavailable } from '@partner-ordering/kernel';
import { readLostState, readState } from '@partner-ordering/messaging';
import type { CreditNoteState, OrganizationState, ProjectState, ReceiptState } from '../../generated/events.ts';
import { CreditNote } from './credit-note.ts';
import { nextNumber } from './number-series.ts';
import { PaymentSource } from './payer/payment-source.ts';
import { jobsOf, type BillingJobs } from './receipt-jobs.ts';
import { recordFact, recordPaymentFact } from './receipt-facts.ts';
import { Receipt } from './receipt.ts';
import { lookUpPayment } from './restored.ts';
import type { Seller } from './seller.ts';

/** What billing a project takes. */
export interface BillingContext {
  seller: Seller;
  clock: () => Date;
  /** Whether the payment provider charges by itself. */
  charges: boolean;
}

/**
 * Makes the receipt of a finished project unless there is one, and adds the jobs that it needs. One that this database has lost in a
 * restore is made again, also when the project is paid; any other paid project needs none, since only a paid receipt makes a project
 * `paid`. 503, and so another try, while the organization or owner of the project is not known here.
 */
export async function billProject(
  tx: Transaction,
  project: ProjectState,
  { seller, clock, charges }: BillingContext,
  { addJob, publish }: Pick<WriteTools<BillingJobs>, 'addJob' | 'publish'>,
): Promise<void> {
  const isBilled = await tx.query(sql`select 1 from receipt where project_gid = ${project.gid}`);
  if (isBilled.length > 0) return;
  const lost = (await readLostState<ReceiptState>(tx, 'receipt', project.gid))?.state;
  if (project.status === 'paid' && !lost) return;
  const organization = (await known(tx, 'organization', project.organization)) as OrganizationState | null;
  if (!organization) throw new Error(`organization ${project.organization} is gone`);
  await known(tx, 'user', project.owner);
  const source = await tx.em.findOne(PaymentSource, { organizationGid: project.organization });
  const input = { project, organization, seller, paymentRid: source?.rid ?? null };
  const receipt = lost
    ? Receipt.again(input, lost)
    : Receipt.of({ ...input, issued: await nextNumber(tx, organization.test ? 'test_receipt' : 'receipt', clock) });
  tx.em.persist(receipt);
  jobsOf(receipt, charges).forEach(addJob);
  // What is made again was told of when it was made.
  if (lost) {
    await creditAgain(tx, receipt);
    return lookUpPayment(tx, receipt, { charges, clock });
  }
  recordFact({ publish }, receipt, 'receipt.created');
  recordPaymentFact({ publish }, receipt);
}

/** Makes the credit notes of a lost receipt again, which were lost with it. */
async function creditAgain(tx: Transaction, receipt: Receipt): Promise<void> {
  const lost = await tx.query<{ state: CreditNoteState }>(
    sql`select distinct on (key) state from lost_state where type = 'credit_note' and state @> ${JSON.stringify({ receipt: receipt.gid })}::jsonb order by key, generation desc`,
  );
  for (const { state } of lost) tx.em.persist(CreditNote.again(receipt, state));
}

async function known(tx: Transaction, type: string, key: string): Promise<unknown> {
  const found = await readState(tx, type, key);
  if (!found) throw unavailable(new Error(`${type} ${key} is not known yet`));
  return found.state;
}
