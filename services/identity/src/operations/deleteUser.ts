import { markModified } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { eraseUser, publishErasedLater } from '../domain/people/erasure.ts';
import { mustLeaveAdmin } from '../domain/people/last-admin.ts';
import { membershipsToEnd } from '../domain/people/rights.ts';
import { mustNotBeTechnicalUser } from '../domain/people/technical-user.ts';
import { Membership, recordMemberFact } from '../domain/membership.ts';
import { endSessionsWith, endTrials } from '../domain/revocation.ts';

export const deleteUser: Operations['deleteUser'] = async (context) => {
  const { path, principal, now, tx, load, users, addJob } = context;
  const user = await load(users, path.gid);
  const memberships = await tx.em.find(Membership, { userGid: user.gid });
  const ended = membershipsToEnd(principal, memberships);
  markModified(user, now);
  await user.endPendingEmail(tx, now);
  if (principal.isAdmin) {
    if (user.isActiveAdmin) await mustLeaveAdmin(tx, user.gid, 'gid');
    await mustNotBeTechnicalUser(tx, user.gid, 'gid');
    await eraseUser(tx, user, now);
    addJob(publishErasedLater(user.gid, now));
    await endSessionsWith(context, { user: user.gid });
  } else await endTrials(context, { user: user.gid });
  // Last, as the erasure is written to the database: the webhook payload is read before the membership goes, and without the erased name.
  for (const membership of ended) {
    tx.em.remove(membership);
    recordMemberFact(context, membership, 'member.left', principal.user);
  }
  return noContent();
};
