import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { eraseUser } from '../domain/people/erasure.ts';
import { mustLeaveAdmin } from '../domain/people/last-admin.ts';
import { mustNotBeTechnicalUser } from '../domain/people/technical-user.ts';
import { Membership } from '../domain/membership.ts';
import { endSessionsWith } from './loading/end-sessions.ts';

export const deleteUser: Operations['deleteUser'] = async (context) => {
  const { path, principal, now, tx, load, users } = context;
  const user = await load(users, path.gid);
  const memberships = await tx.em.find(Membership, { userGid: user.gid });
  user.endedBy(principal, memberships).forEach((membership) => tx.em.remove(membership));
  user.markModified(now);
  if (!principal.isAdmin) return noContent();
  if (user.isActiveAdmin) await mustLeaveAdmin(tx, user.gid, 'gid');
  await mustNotBeTechnicalUser(tx, user.gid, 'gid');
  await eraseUser(tx, user, now);
  await endSessionsWith(context, { user: user.gid });
  return noContent();
};
