import { type StateKey, unavailable } from '@partner-ordering/kernel';
import type { MembershipState } from '../../../generated/events.ts';
import type { Tools } from '../../context.ts';
import type { Project } from '../project/project.ts';
import { readReplicas } from '../replicas/replicas.ts';

/** The key of the owner's membership, under which a project was ordered. */
export const membershipOf = ({ ownerGid, organizationGid }: Project): StateKey => ({
  type: 'membership',
  key: `${ownerGid}/${organizationGid}`,
});

/** The owner's membership; undefined when there is none. A new one may not have arrived yet, so identity is asked first. */
export async function ownersMembership({ tx, isFresh }: Tools, project: Project): Promise<MembershipState | undefined> {
  const membership = membershipOf(project);
  const known = (await readReplicas(tx, [membership])).get('membership', membership.key);
  if (!known && !isFresh(membership)) throw unavailable().restingOn([membership]);
  return known;
}
