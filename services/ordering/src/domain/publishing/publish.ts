import { isDeepStrictEqual } from 'node:util';
import { noteOrganization } from '@partner-ordering/data';
import { invalid, rightsOf, toMajor, toMinor, unavailable } from '@partner-ordering/kernel';
import type { ProjectCreate, ProjectUpdate } from '../../../generated/models.ts';
import type { DomainContext } from '../../context.ts';
import { faults } from '../../faults.ts';
import { mustBeCovered } from '../budget/balance.ts';
import { book, ownersMembership, ownersState } from '../budget/budget.ts';
import { checkOrder, chosenQuantity, configure } from '../pricing/order.ts';
import { approvedPrice, type Approval } from '../pricing/prices.ts';
import { ProjectFile } from '../project/project-file.ts';
import { Project } from '../project/project.ts';
import { applyTransition, recordFact } from '../project/record.ts';
import type { Transition } from '../project/transitions.ts';
import { mustKnowOrganization } from '../replicas/replicas.ts';
import { sanitizeDescription } from '../texts/description.ts';
import { approveProposal } from './proposal.ts';

/** Checks an order and writes its project with its brief files, a published one with its booking. Throws 400 by field. */
export async function placeOrder(context: DomainContext, body: ProjectCreate): Promise<Project> {
  const { principal, now, tx } = context;
  const order = await checkOrder(context, body);
  noteOrganization(order.organization);
  const { project, entry } = Project.draft(principal, order, context);
  tx.em.persist([project, entry]);
  recordFact(context, project, 'project.created');
  if (body.state === 'published') await applyTransition(context, project, await publication(context, project, { isConfigured: true }));

  const files = context.files('brief_files');
  if (files.length > 0) project.addedBy(principal, now);
  tx.em.persist(files.map((file) => ProjectFile.attach({ project: project.gid, kind: 'brief' }, file, context)));
  return project;
}

/** Publishes a draft, or accepts a proposal. */
export async function publish(context: DomainContext, project: Project, body: ProjectUpdate): Promise<Transition> {
  if (project.state === 'proposal') {
    await mustKnowOrganization(context.tx, project.organizationGid, faults.ordering_not_allowed);
    approveProposal(project, body);
  }
  return publication(context, project);
}

/**
 * Books a project in its owner's budget and returns the transition: `publish`, or `defer` beyond the limit, which identity confirms.
 * 400 if the price has changed, or the balance does not cover a proposal. `isConfigured`: this transaction has checked the options already.
 */
export async function publication(context: DomainContext, project: Project, { isConfigured = false } = {}): Promise<Transition> {
  const { tx, principal, isFresh } = context;
  const published = project.transition('publish', principal);
  if (project.kind === 'specific_request') await mustBeCovered(tx, project);
  const membership = await ownersMembership(context, project);
  // The membership has ended, but the replica of the principal still has it.
  if (!membership && project.ownerGid === principal.user && !principal.isAdmin)
    throw invalid(faults.ordering_not_allowed('organization')).restingOn([rightsOf(principal)]);
  const isBooked = await book(context, project, membership?.monthly_budget ?? null);
  // Not before, as the booking may wait for others in the same budget.
  await confirmPrice(context, project, isConfigured);
  if (isBooked) return published;
  const key = ownersState('membership', project);
  if (!isFresh(key)) throw unavailable().restingOn([key]);
  return project.transition('defer', principal);
}

/** Publishes what waits for an approval, whatever the budget. The balance must still cover a proposal. */
export async function launch(context: DomainContext, project: Project): Promise<void> {
  const { tx } = context;
  await mustKnowOrganization(tx, project.organizationGid, faults.ordering_not_allowed);
  if (project.kind === 'specific_request') await mustBeCovered(tx, project);
  await book(context, project, 'approved');
}

/** The fields of a draft that clients may edit. */
export type ProjectEdits = Pick<ProjectUpdate, 'title' | 'description' | 'options' | 'quantity' | 'price' | 'brief_files'>;

/** Edits a draft. Options or a quantity that differ from the present ones need the price they cost (400). */
export async function edit(context: DomainContext, project: Project, changes: ProjectEdits): Promise<void> {
  project.transition('edit', context.principal);
  const { title, description, options, price } = changes;
  if (title !== undefined) project.title = title;
  if (description !== undefined) project.description = sanitizeDescription(description);

  const currentOptions = { due: project.due, mode: project.mode, skill: project.skill };
  const chosenOptions = options ? { due: options.due, mode: options.mode, skill: options.skill ?? null } : currentOptions;
  const quantity = chosenQuantity(changes) ?? project.quantity;
  const isReconfigured = quantity !== project.quantity || !isDeepStrictEqual(chosenOptions, currentOptions);
  if (!isReconfigured && (!price || isPriceOf(project, price))) return;
  if (project.kind === 'specific_request') return refuseConfiguration(changes);
  if (!price) throw invalid(faults.required('price', { why: 'changed_options' }));
  await reconfigure(context, project, { ...chosenOptions, quantity, ...price });
}

/** Checks that an order costs what it says, which its publication needs (400), and first the options of a draft, which may be old. */
async function confirmPrice(context: DomainContext, project: Project, isConfigured: boolean): Promise<void> {
  const { productGid: product, organizationGid: organization, due, mode, skill, quantity, priceMinor, currency } = project;
  if (product === null) return;
  const approved = { quantity, amount: toMajor(priceMinor!, currency!), currency: currency! };
  if (isConfigured) approvedPrice(context, { product, organization, due: due!, mode: mode!, skill }, approved);
  else await reconfigure(context, project, { due, mode, skill, ...approved });
}

async function reconfigure(
  context: DomainContext,
  project: Project,
  { due, mode, skill, ...approved }: Pick<Project, 'due' | 'mode' | 'skill'> & Approval,
): Promise<void> {
  const { productGid: product, organizationGid: organization } = project;
  const options = { due: due!, mode: mode!, skill };
  Object.assign(project, await configure(context, { product: product!, organization, options, approved }));
}

function isPriceOf({ priceMinor, currency }: Project, price: NonNullable<ProjectEdits['price']>): boolean {
  return currency !== null && (price.currency ?? currency) === currency && toMinor(price.amount, currency) === priceMinor;
}

function refuseConfiguration(changes: ProjectEdits): void {
  const fields = (['options', 'quantity', 'price'] as const).filter((field) => changes[field] !== undefined);
  if (fields.length > 0) throw invalid(...fields.map((path) => faults.not_allowed(path, { why: 'specific_request' })));
}
