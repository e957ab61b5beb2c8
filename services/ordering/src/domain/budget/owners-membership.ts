import { type StateKey, unavailable, PossiblyStale } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import type { MembershipState } from '../../../generated/events.ts';
import type { Project } from '../project/project.ts';
import { readReplicas } from '../replicas/replicas.ts';

/** Names the membership that a project was ordered by: its owner's. */
export const membershipOf = ({ ownerGid, organizationGid }: Project): StateKey => ({
  type: 'membership',
  key: `${ownerGid}/${organizationGid}`,
});

/** The owner's membership; undefined when there is none. A new one may still be on its way, which is not the same, so identity is asked. */
export async function ownersMembership(
  { tx, isFresh }: { tx: Transaction; isFresh: (state: StateKey) => boolean },
  project: Project,
): Promise<MembershipState | undefined> {
  const membership = membershipOf(project);
  const known = (await readReplicas(tx, [membership])).get('membership', membership.key);
  if (!known && !isFresh(membership)) throw new PossiblyStale([membership], unavailable());
  return known;
}
