import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Membership, recordMemberFact } from '../domain/membership.ts';
import { isCodeOf, openInvitation, removeInvitation } from '../domain/open-invitation.ts';
import { User } from '../domain/user.ts';
import { passwordHashOf } from './loading/passwords.ts';

export const createUserFromInvitation: Operations['createUserFromInvitation'] = async (context) => {
  const { path, body, now, tx, users } = context;
  const invitation = await openInvitation(tx.em, path.token, now, { lock: true });
  const isConfirmed = await isCodeOf(tx, invitation, body.code, now);
  const { email } = invitation;
  const user = User.signUp({ ...body, email, isConfirmed }, now);
  const membership = Membership.ofInvitation(invitation, user, now);
  tx.em.persist([user, membership]);
  // An address that has an account is refused here, before the password costs a hash.
  await tx.em.flush();
  user.setPassword(await passwordHashOf(context, { password: body.password, email }));
  for (const event of ['member.joined', 'invitation.accepted'] as const) recordMemberFact(context, membership, event, null);
  await removeInvitation(tx, invitation, now);
  return created(users.href(user.gid));
};
