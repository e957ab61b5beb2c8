import { sql, type Transaction } from '@partner-ordering/data';
import type { WriteTools } from '@partner-ordering/http';
import { stateName, unavailable, type StateKey } from '@partner-ordering/kernel';
import { readLostStates, readStates } from '@partner-ordering/messaging';
import type { OrganizationState, ProjectState, ReceiptState } from '../../generated/events.ts';
import { nextNumbers } from './number-series.ts';
import { jobsOf, type BillingJobs } from './receipt-jobs.ts';
import { recordFact, recordPaymentFact } from './receipt-facts.ts';
import { Receipt, type ReceiptInput } from './receipt.ts';
import { creditAgain, lookUpPayments } from './restored.ts';
import type { Seller } from './seller.ts';

/** What billing projects takes. */
export interface BillingContext {
  seller: Seller;
  clock: () => Date;
  /** Whether the payment provider charges by itself. */
  charges: boolean;
}

/**
 * Makes the receipts of finished projects that have none, in their order, and adds the jobs that these need. One that this database has
 * lost in a restore is made again, also when the project is paid; any other paid project needs none, since only a paid receipt makes a
 * project `paid`. 503, and so another try, while the organization or owner of a project is not known here.
 */
export async function billProjects(
  tx: Transaction,
  projects: readonly ProjectState[],
  { seller, clock, charges }: BillingContext,
  { addJob, publish }: Pick<WriteTools<BillingJobs>, 'addJob' | 'publish'>,
): Promise<void> {
  const billed = await toBill(tx, projects);
  const inputs = await inputsOf(tx, billed, seller);
  const numbers = await numbersOf(tx, inputs, clock);
  const again: Receipt[] = [];
  for (const { lost, ...input } of inputs) {
    const receipt = lost ? Receipt.again(input, lost) : Receipt.of({ ...input, issued: numbers(input) });
    tx.em.persist(receipt);
    jobsOf(receipt, charges).forEach(addJob);
    // What is made again was told of when it was made.
    if (lost) {
      again.push(receipt);
    } else {
      recordFact({ publish }, receipt, 'receipt.created');
      recordPaymentFact({ publish }, receipt);
    }
  }
  await creditAgain(tx, again);
  await lookUpPayments(tx, again, { charges, clock });
}

/** A project without a receipt; `lost` is what a restore has lost of one. */
interface ToBill {
  project: ProjectState;
  lost: ReceiptState | undefined;
}

/** Those of the projects that are to be billed now, each once. */
async function toBill(tx: Transaction, projects: readonly ProjectState[]): Promise<ToBill[]> {
  if (projects.length === 0) return [];
  const gids = projects.map(({ gid }) => gid);
  const billed = await tx.query<{ gid: string }>(sql`select project_gid as gid from receipt where project_gid = any(${gids})`);
  const isBilled = new Set(billed.map(({ gid }) => gid));
  if (gids.every((gid) => isBilled.has(gid))) return [];
  const lost = await readLostStates<ReceiptState>(tx, 'receipt', gids);
  return projects.flatMap((project) => {
    const { gid, status } = project;
    const found = lost.get(gid)?.state ?? undefined;
    if (isBilled.has(gid) || (status === 'paid' && !found)) return [];
    isBilled.add(gid);
    return [{ project, lost: found }];
  });
}

type Input = Omit<ReceiptInput, 'issued'> & Pick<ToBill, 'lost'>;

async function inputsOf(tx: Transaction, billed: readonly ToBill[], seller: Seller): Promise<Input[]> {
  if (billed.length === 0) return [];
  const organizations = [...new Set(billed.map(({ project }) => project.organization))];
  const organizationOf = ({ organization: key }: ProjectState): StateKey => ({ type: 'organization', key });
  const ownerOf = ({ owner: key }: ProjectState): StateKey => ({ type: 'user', key });
  const states = await readStates(tx, distinct(billed.flatMap(({ project }) => [organizationOf(project), ownerOf(project)])));
  const sources = await tx.query<{ organization: string; rid: string }>(
    sql`select organization_gid as organization, rid from payment_source where organization_gid = any(${organizations})`,
  );
  const rids = new Map(sources.map(({ organization, rid }) => [organization, rid]));
  const known = (wanted: StateKey): unknown => {
    const found = states.get(stateName(wanted));
    if (!found) throw unavailable(new Error(`${wanted.type} ${wanted.key} is not known yet`));
    return found.state;
  };
  return billed.map(({ project, lost }) => {
    const organization = known(organizationOf(project)) as OrganizationState | null;
    if (!organization) throw new Error(`organization ${project.organization} is gone`);
    known(ownerOf(project));
    return { project, organization, seller, paymentRid: rids.get(project.organization) ?? null, lost };
  });
}

const distinct = (keys: readonly StateKey[]): StateKey[] => [...new Map(keys.map((key) => [stateName(key), key])).values()];

const seriesOf = ({ organization }: Pick<Input, 'organization'>): 'test_receipt' | 'receipt' =>
  organization.test ? 'test_receipt' : 'receipt';

/** Hands out the numbers of the receipts that have none yet, in the order in which it is asked. */
async function numbersOf(tx: Transaction, inputs: readonly Input[], clock: () => Date) {
  const fresh = inputs.filter(({ lost }) => !lost).map(seriesOf);
  const count = (series: 'test_receipt' | 'receipt'): number => fresh.filter((one) => one === series).length;
  // Both are locked, also when one is needed: after a failure a transaction bills several times, and may need the other then.
  const numbers = await nextNumbers(tx, { receipt: count('receipt'), test_receipt: count('test_receipt') }, clock);
  return (input: Pick<Input, 'organization'>) => numbers[seriesOf(input)].shift()!;
}
