import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../../context.ts';
import type { Membership } from '../../domain/membership.ts';
import type { User } from '../../domain/user.ts';

type MembershipContext = Context<OperationRequest & { path: { gid: string; orgaGid: string } }>;

/**
 * The membership that the path names and its user, for a change of them, or 404. The user's row is locked first: when two requests change a
 * user's memberships at once, the later one must see the earlier change when it publishes the user's rights.
 */
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
