import { invalid, rightsOf, unavailable } from '@partner-ordering/kernel';
import type { ProjectUpdate } from '../../../generated/models.ts';
import type { Tools } from '../../context.ts';
import { faults } from '../../faults.ts';
import { mustBeCovered } from '../budget/balance.ts';
import { book } from '../budget/budget.ts';
import { confirmPrice } from './edit.ts';
import { membershipOf, ownersMembership } from '../budget/owners-membership.ts';
import type { Project } from '../project/project.ts';
import { mustKnowOrganization } from '../replicas/replicas.ts';
import { approveProposal } from './proposal.ts';
import type { Transition } from '../project/transitions.ts';

/** Publishes a draft, or accepts a proposal. */
export async function publish(context: Tools, project: Project, body: ProjectUpdate): Promise<Transition> {
  if (project.state === 'proposal') {
    await mustKnowOrganization(context.tx, project.organizationGid, faults.ordering_not_allowed);
    approveProposal(project, body);
  }
  return publication(context, project);
}

/**
 * Books a project in its owner's budget and returns the transition: `publish`, or `defer` beyond the limit, which identity confirms.
 * 400 if the price has changed, or the balance does not cover a proposal.
 */
export async function publication(context: Tools, project: Project): Promise<Transition> {
  const { tx, principal, isFresh } = context;
  const published = project.transition('publish', principal);
  if (project.kind === 'specific_request') await mustBeCovered(tx, project);
  const known = await ownersMembership(context, project);
  // The membership has ended, but the replica of the principal still has it.
  if (!known && project.ownerGid === principal.user && !principal.isAdmin)
    throw invalid(faults.ordering_not_allowed('organization')).restingOn([rightsOf(principal)]);
  const isBooked = await book(context, project, known?.monthly_budget ?? null);
  // Not before, as the booking may wait for others in the same budget.
  await confirmPrice(context, project);
  if (isBooked) return published;
  const membership = membershipOf(project);
  if (!isFresh(membership)) throw unavailable().restingOn([membership]);
  return project.transition('defer', principal);
}

/** Publishes what waits for an approval, whatever the budget. The balance must still cover a proposal. */
export async function launch(context: Tools, project: Project): Promise<void> {
  const { tx } = context;
  await mustKnowOrganization(tx, project.organizationGid, faults.ordering_not_allowed);
  if (project.kind === 'specific_request') await mustBeCovered(tx, project);
  await book(context, project, 'approved');
}
