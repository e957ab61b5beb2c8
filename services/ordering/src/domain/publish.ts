import type { Principal } from '@partner-ordering/auth';
import { Unconfirmed, type StateKey, type Transaction } from '@partner-ordering/data';
import { invalid } from '@partner-ordering/data';
import { book } from './budget.ts';
import type { Project } from './project.ts';
import { readReplicas } from './replicas.ts';
import type { Transition } from './transitions.ts';

/**
 * Books a project in its owner's budget and says what follows: published, or, where it does not fit, an approval. The
 * owner's budget counts whoever publishes; only `launch` overrides it. A limit that refuses is confirmed with identity.
 */
export async function publication(
  tx: Transaction,
  {
    project,
    principal,
    now,
    isConfirmed,
  }: { project: Project; principal: Principal; now: Date; isConfirmed: (state: StateKey) => boolean },
): Promise<Transition> {
  if (project.state === 'require_approval') {
    const launch = project.transition('launch', principal);
    await book(tx, project, null, now);
    return launch;
  }
  const publish = project.transition('publish', principal);
  const membership = { type: 'membership', key: `${project.ownerGid}/${project.organizationGid}` };
  const replicas = await readReplicas(tx, [membership]);
  const limit = replicas.get('membership', membership.key)?.monthly_budget ?? null;
  if (await book(tx, project, limit, now)) return publish;
  if (!isConfirmed(membership))
    throw new Unconfirmed([membership], invalid({ path: 'price.amount', message: 'exceeds the monthly budget' }));
  return project.transition('defer', principal);
}
