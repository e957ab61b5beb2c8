import { sql, type Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { stateName, unavailable, type StateKey } from '@partner-ordering/kernel';
import { readStates } from '@partner-ordering/messaging';
import type { OrganizationState, ProjectState } from '../../generated/events.ts';
import { nextNumbers } from './number-series.ts';
import { jobOf, type BillingJobs } from './receipt-jobs.ts';
import { recordFact, recordPaymentFact } from './facts.ts';
import { Receipt, type ReceiptInput } from './receipt.ts';
import type { Seller } from './seller.ts';

/** The settings with which projects are billed. */
export interface BillingSettings {
  seller: Seller;
  clock: () => Date;
  /** Whether the payment provider charges by itself. */
  chargesAutomatically: boolean;
}

/** Makes the receipts of finished projects that have none, in order. 503, and another try, while an organization or owner is unknown. */
export async function billProjects(
  tx: Transaction,
  projects: readonly ProjectState[],
  { seller, clock, chargesAutomatically }: BillingSettings,
  { addJob, publish }: Pick<WriteContext<BillingJobs>, 'addJob' | 'publish'>,
): Promise<void> {
  const drafts = await receiptDrafts(tx, await unbilledProjects(tx, projects), seller);
  const numbers = await numbersOf(tx, drafts, clock);
  for (const draft of drafts) {
    const receipt = Receipt.of({ ...draft, issued: numbers[seriesOf(draft)].shift()! });
    tx.em.persist(receipt);
    addJob(jobOf('render_receipt', receipt.gid));
    if (chargesAutomatically && receipt.isToCharge) addJob(jobOf('charge_receipt', receipt.gid));
    recordFact({ publish }, receipt, 'receipt.created');
    recordPaymentFact({ publish }, receipt);
  }
}

/** The projects without a receipt, each once. */
async function unbilledProjects(tx: Transaction, projects: readonly ProjectState[]): Promise<ProjectState[]> {
  if (projects.length === 0) return [];
  const unbilled = new Map(projects.map((project) => [project.gid, project]));
  const billed = await tx.query<{ gid: string }>(
    sql`select project_gid as gid from receipt where project_gid = any(${[...unbilled.keys()]})`,
  );
  for (const { gid } of billed) unbilled.delete(gid);
  return [...unbilled.values()];
}

type ReceiptDraft = Omit<ReceiptInput, 'issued'>;
type Series = 'test_receipt' | 'receipt';

async function receiptDrafts(tx: Transaction, projects: readonly ProjectState[], seller: Seller): Promise<ReceiptDraft[]> {
  if (projects.length === 0) return [];
  const organizations = [...new Set(projects.map(({ organization }) => organization))];
  const organizationOf = ({ organization: key }: ProjectState): StateKey => ({ type: 'organization', key });
  const ownerOf = ({ owner: key }: ProjectState): StateKey => ({ type: 'user', key });
  const states = await readStates(
    tx,
    projects.flatMap((project) => [organizationOf(project), ownerOf(project)]),
  );
  const sources = await tx.query<{ organization: string; rid: string }>(
    sql`select organization_gid as organization, rid from payment_source where organization_gid = any(${organizations})`,
  );
  const rids = new Map(sources.map(({ organization, rid }) => [organization, rid]));
  const stateOf = (key: StateKey): unknown => {
    const found = states.get(stateName(key));
    if (!found) throw unavailable(new Error(`${key.type} ${key.key} is not known yet`));
    return found.state;
  };
  return projects.map((project) => {
    const organization = stateOf(organizationOf(project)) as OrganizationState | null;
    if (!organization) throw new Error(`organization ${project.organization} is gone`);
    stateOf(ownerOf(project));
    return { project, organization, seller, paymentRid: rids.get(project.organization) ?? null };
  });
}

const seriesOf = ({ organization }: ReceiptDraft): Series => (organization.test ? 'test_receipt' : 'receipt');

/** The numbers of the receipts, of each series in order. */
function numbersOf(tx: Transaction, drafts: readonly ReceiptDraft[], clock: () => Date) {
  const count = (series: Series): number => drafts.filter((draft) => seriesOf(draft) === series).length;
  // Both are locked, also when one is needed: after a failure a transaction bills several times, and may need the other then.
  return nextNumbers(tx, { receipt: count('receipt'), test_receipt: count('test_receipt') }, clock);
}
