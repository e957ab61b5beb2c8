import { loadForUpdate } from '@partner-ordering/data';
import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../context.ts';
import { Membership } from '../domain/membership.ts';
import { User } from '../domain/user.ts';
import { memberships } from '../resources/memberships.ts';

type MembershipContext = Context<OperationRequest & { path: { gid: string; orgaGid: string } }>;

/**
 * The membership that the path names, or 404. Its user's row is locked before it: of two changes of a user's memberships at
 * once, the later one must see the earlier one when it publishes what the user may do.
 */
export async function lockedMembership({ path, principal, tx, load, users }: MembershipContext): Promise<Membership> {
  // Not by `load`, which would compare If-Match with the user instead of the membership.
  await loadForUpdate(tx, users, User, { gid: path.gid, viewer: principal });
  return load(memberships, Membership, path.orgaGid, { field: 'user', value: path.gid });
}
