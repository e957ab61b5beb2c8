import { markModified } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { eraseUser } from '../domain/people/erasure.ts';
import { mustLeaveAdmin } from '../domain/people/last-admin.ts';
import { endedBy } from '../domain/people/rights.ts';
import { mustNotBeTechnicalUser } from '../domain/people/technical-user.ts';
import { recordFact } from '../domain/member-facts.ts';
import { Membership } from '../domain/membership.ts';
import { endSessionsWith } from '../domain/revocation.ts';

export const deleteUser: Operations['deleteUser'] = async (context) => {
  const { path, principal, now, tx, load, users } = context;
  const user = await load(users, path.gid);
  const memberships = await tx.em.find(Membership, { userGid: user.gid });
  const ended = endedBy(principal, memberships);
  markModified(user, now);
  await user.endPendingEmail(tx, now);
  if (principal.isAdmin) {
    if (user.isActiveAdmin) await mustLeaveAdmin(tx, user.gid, 'gid');
    await mustNotBeTechnicalUser(tx, user.gid, 'gid');
    await eraseUser(tx, user, now);
    await endSessionsWith(context, { user: user.gid });
  }
  // Last, as the erasure is written to the database: the webhook payload is read before the membership goes, and without the erased name.
  for (const membership of ended) {
    tx.em.remove(membership);
    recordFact(context, membership, 'member.left', principal.user);
  }
  return noContent();
};
