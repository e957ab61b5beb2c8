import { created } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { Membership } from '../../domain/membership.ts';
import { isCodeOf, openInvitation, removeInvitation } from '../../domain/open-invitation.ts';
import { User } from '../../domain/user.ts';

export const createUserFromInvitation: Operations['createUserFromInvitation'] = async ({ path, body, now, tx, users }) => {
  const invitation = await openInvitation(tx.em, path.token, now, { lock: true });
  const isConfirmed = await isCodeOf(tx, invitation, body.code, now);
  const user = await User.signUp({ ...body, email: invitation.email, isConfirmed }, now);
  tx.em.persist([user, Membership.ofInvitation(invitation, user, now)]);
  await removeInvitation(tx, invitation, now);
  return created(users.href(user.gid));
};
