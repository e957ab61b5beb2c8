import { noContent } from '@partner-ordering/http';
import { forbidden } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { Membership, recordMemberFact } from '../domain/membership.ts';
import { isCodeOf, openInvitation, removeInvitation } from '../domain/open-invitation.ts';
import { endTrials } from '../domain/revocation.ts';

export const acceptInvitation: Operations['acceptInvitation'] = async (context) => {
  const { path, body, principal, now, tx, load, users } = context;
  // First, like everything that changes memberships.
  const user = await load(users, principal.user, undefined, { isNamed: false });
  const invitation = await openInvitation(tx.em, path.token, now, { lock: true });
  if (!user.hasAddress(invitation.email)) throw forbidden('create', 'membership');
  if (await isCodeOf(tx, invitation, body?.code, now)) user.isEmailConfirmed = true;
  await user.join(tx, { path: 'code', now });
  const membership = Membership.ofInvitation(invitation, user, now);
  tx.em.persist(membership);
  for (const event of ['member.joined', 'invitation.accepted'] as const) recordMemberFact(context, membership, event, user.gid);
  await removeInvitation(tx, invitation, now);
  await endTrials(context, { user: user.gid });
  return noContent();
};
