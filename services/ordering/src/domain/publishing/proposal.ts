import { chargeDetails, type Detail, invalid, toMajor, toMinor, unavailable, type Principal } from '@partner-ordering/kernel';
import { buyerOf, type Buyer, vatOfSale } from '@partner-ordering/commerce';
import type { Transaction } from '@partner-ordering/data';
import type { ProjectUpdate } from '../../../generated/models.ts';
import type { Tools } from '../../context.ts';
import type { Project } from '../project/project.ts';
import { readReplicas } from '../replicas/replicas.ts';

/** Whether a body makes a proposal: by its `state`, or because an admin changes price or options of the current proposal. */
export function isProposal(project: Project, { state, price, options }: ProjectUpdate, { isAdmin }: Principal): boolean {
  const isRevision = state === undefined && project.state === 'proposal' && isAdmin;
  return (state === 'proposal' && project.state !== 'require_approval') || (isRevision && (price !== undefined || options !== undefined));
}

/** Sets price and options of a specific request. What is not given stays as in the current proposal. */
export async function propose({ tx, seller }: Tools, project: Project, body: ProjectUpdate): Promise<void> {
  const { state: _, price, options, ...others } = body;
  const details: Detail[] = Object.keys(others).map((path) => ({ path, message: 'cannot be changed by a proposal' }));
  const isFirst = project.state !== 'proposal';
  if (isFirst && !options) details.push({ path: 'options', message: 'is required' });
  if (isFirst && !price) details.push({ path: 'price', message: 'is required' });
  if ((options?.quantity ?? 1) !== 1) details.push({ path: 'options.quantity', message: 'must be 1 for a specific request' });
  if (price) details.push(...priceDetails(price));
  if (details.length > 0) throw invalid(...details);

  if (options) Object.assign(project, { due: options.due, mode: options.mode, skill: options.skill ?? null, quantity: 1 });
  if (price) {
    const priceMinor = toMinor(price.amount, price.currency!)!;
    const { vatRate, vatMinor } = vatOfSale(seller, await buyerNamed(tx, project.organizationGid), {
      netMinor: priceMinor,
      currency: price.currency!,
    });
    Object.assign(project, { priceMinor, currency: price.currency!, vatRate, vatMinor });
  }
}

function priceDetails({ amount, currency }: NonNullable<ProjectUpdate['price']>): Detail[] {
  if (currency === undefined) return [{ path: 'price.currency', message: 'is required' }];
  return chargeDetails({ amount, currency }, 'price.');
}

async function buyerNamed(tx: Transaction, organization: string): Promise<Buyer> {
  const key = { type: 'organization', key: organization };
  const known = (await readReplicas(tx, [key])).get('organization', organization);
  if (!known) throw unavailable().restingOn([key]);
  return buyerOf(known);
}

/** Accepting a proposal changes nothing in it; if a price is given, it must be that of the current proposal (400). */
export function approveProposal(project: Project, { state: _, price, ...others }: ProjectUpdate): void {
  const details: Detail[] = Object.keys(others).map((path) => ({ path, message: 'cannot be changed when a proposal is accepted' }));
  const current = `the current proposal is ${toMajor(project.priceMinor!, project.currency!)} ${project.currency}`;
  if (price && toMinor(price.amount, project.currency!) !== project.priceMinor) details.push({ path: 'price.amount', message: current });
  if (price?.currency !== undefined && price.currency !== project.currency) details.push({ path: 'price.currency', message: current });
  if (details.length > 0) throw invalid(...details);
}
