import type { Principal } from '@partner-ordering/auth';
import { invalid, Unconfirmed, type StateKey, type Transaction } from '@partner-ordering/data';
import { mustBeCovered } from './balance.ts';
import { book } from './budget.ts';
import type { Project } from './project.ts';
import { readReplicas } from './replicas.ts';
import type { Transition } from './transitions.ts';

/** What is published, by whom and when. */
interface Publishing {
  project: Project;
  principal: Principal;
  now: Date;
  isConfirmed: (state: StateKey) => boolean;
}

/**
 * Books a project in its owner's budget and says what follows: published, or, where it does not fit, an approval. The
 * owner's budget counts whoever publishes; only `launch` overrides it. A proposal must also be covered by the balance. A limit that refuses is confirmed with identity.
 */
export async function publication(tx: Transaction, { project, principal, now, isConfirmed }: Publishing): Promise<Transition> {
  if (project.state === 'require_approval') {
    const launch = project.transition('launch', principal);
    if (project.kind === 'specific_request') await mustBeCovered(tx, project);
    await book(tx, project, null, now);
    return launch;
  }
  const publish = project.transition('publish', principal);
  if (project.kind === 'specific_request') await mustBeCovered(tx, project);
  const membership = { type: 'membership', key: `${project.ownerGid}/${project.organizationGid}` };
  const replicas = await readReplicas(tx, [membership]);
  const known = replicas.get('membership', membership.key);
  const overBudget = new Unconfirmed([membership], invalid({ path: 'price.amount', message: 'exceeds the monthly budget' }));
  // A new member's limit may still be on its way, which is not the same as having none.
  if (!known && !isConfirmed(membership)) throw overBudget;
  // Nor is a membership that has ended: the news of it has not reached the principal yet.
  if (!known && project.ownerGid === principal.user && !principal.isAdmin) throw noMember(principal);
  if (await book(tx, project, known?.monthly_budget ?? null, now)) return publish;
  if (!isConfirmed(membership)) throw overBudget;
  return project.transition('defer', principal);
}

const noMember = ({ user }: Principal): Unconfirmed =>
  new Unconfirmed(
    [{ type: 'principal', key: user }],
    invalid({ path: 'organization', message: 'is not an organization you can order for' }),
  );
