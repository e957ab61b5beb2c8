import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../../context.ts';
import type { Membership } from '../../domain/membership.ts';
import type { User } from '../../domain/user.ts';

type MembershipContext = Context<OperationRequest & { path: { gid: string; orgaGid: string } }>;

/** The path's membership and user, or 404. Locks the user first: of two changes at once, the later must publish both. */
export async function lockedMembership({
  path,
  load,
  users,
  memberships,
}: MembershipContext): Promise<{ membership: Membership; user: User }> {
  const user = await load(users, path.gid);
  const membership = await load(memberships, path.orgaGid, { field: 'user', value: path.gid });
  return { membership, user };
}
