import { invalid, type StateKey, PossiblyStale, type Principal } from '@partner-ordering/kernel';
import type { Seller } from '@partner-ordering/commerce';
import type { Transaction } from '@partner-ordering/data';
import type { ProjectUpdate } from '../../../generated/models.ts';
import { mustBeCovered } from '../budget/balance.ts';
import { book } from '../budget/budget.ts';
import { edit } from './edit.ts';
import { membershipOf, ownersMembership } from '../budget/owners-membership.ts';
import type { Project } from '../project/project.ts';
import { approveProposal } from './proposal.ts';
import type { Transition } from '../project/transitions.ts';

/** By whom and when something is published. */
interface Publishing {
  tx: Transaction;
  principal: Principal;
  now: Date;
  isFresh: (state: StateKey) => boolean;
}

/** Publishes a draft, whose price is checked again unless it was given, or a proposal as it is. */
export async function publish(context: Publishing & { seller: Seller }, project: Project, body: ProjectUpdate): Promise<Transition> {
  if (project.state === 'proposal') approveProposal(project, body);
  else if (body.price === undefined) await edit(context, project, {});
  return publication(context, project);
}

/**
 * Books a project in its owner's budget and says what follows: published, or, where it does not fit, an approval. The
 * owner's budget counts whoever publishes. A proposal must also be covered by the balance. A limit that refuses is confirmed with identity.
 */
export async function publication(context: Publishing, project: Project): Promise<Transition> {
  const { tx, principal, now, isFresh } = context;
  const published = project.transition('publish', principal);
  if (project.kind === 'specific_request') await mustBeCovered(tx, project);
  const known = await ownersMembership(context, project);
  // A membership that has ended, the news of which has not reached the principal yet.
  if (!known && project.ownerGid === principal.user && !principal.isAdmin) throw noMember(principal);
  if (await book(tx, project, known?.monthly_budget ?? null, now)) return published;
  const membership = membershipOf(project);
  if (!isFresh(membership)) throw new PossiblyStale([membership], invalid({ path: 'price.amount', message: 'exceeds the monthly budget' }));
  return project.transition('defer', principal);
}

/** Publishes what waits for an approval, at its own price: it alone overrides the budget. The balance must cover a proposal still. */
export async function launch({ tx, now }: Publishing, project: Project): Promise<void> {
  if (project.kind === 'specific_request') await mustBeCovered(tx, project);
  await book(tx, project, null, now);
}

const noMember = ({ user }: Principal): PossiblyStale =>
  new PossiblyStale(
    [{ type: 'principal', key: user }],
    invalid({ path: 'organization', message: 'is not an organization you can order for' }),
  );
