import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../../context.ts';
import type { Membership } from '../../domain/membership.ts';
import { memberships } from '../../resources/memberships.ts';

type MembershipContext = Context<OperationRequest & { path: { gid: string; orgaGid: string } }>;

/**
 * The membership that the path names, or 404. Its user's row is locked before it: of two changes of a user's memberships at
 * once, the later one must see the earlier one when it publishes what the user may do.
 */
export async function lockedMembership({ path, load, users }: MembershipContext): Promise<Membership> {
  await load(users, path.gid);
  return load(memberships, path.orgaGid, { field: 'user', value: path.gid });
}
