import { forbidden } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { Membership } from '../../domain/membership.ts';
import { isCodeOf, openInvitation, removeInvitation } from '../../domain/open-invitation.ts';

export const acceptInvitation: Operations['acceptInvitation'] = async ({ path, body, principal, now, tx, load, users }) => {
  // First, like everything that changes memberships.
  const user = await load(users, principal.user, undefined, { isNamed: false });
  const invitation = await openInvitation(tx.em, path.token, now, { lock: true });
  if (!user.hasAddress(invitation.email)) throw forbidden('create', 'membership');
  if (await isCodeOf(tx, invitation, body?.code, now)) user.confirmAddress();
  await user.join(tx, { path: 'code', now });
  tx.em.persist(Membership.ofInvitation(invitation, user, now));
  await removeInvitation(tx, invitation, now);
  return noContent();
};
