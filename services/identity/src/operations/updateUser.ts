import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { forbidden } from '@partner-ordering/kernel';
import { endRestoreLinks } from '../domain/mail-token.ts';
import { mustLeaveAdmin } from '../domain/people/last-admin.ts';
import { mayChangeSignIn } from '../domain/people/rights.ts';
import { applicationsActingAs } from '../domain/people/technical-user.ts';
import { Membership } from '../domain/membership.ts';
import { endSessionsWith, endTrials } from '../domain/revocation.ts';
import { addressMails, sendMails } from '../mails/send-mails.ts';
import { namedAvatar } from './loading/users.ts';

export const updateUser: Operations['updateUser'] = async (context) => {
  const { path, body, principal, claims, now, tx, load, users } = context;
  const user = await load(users, path.gid);
  const memberships = await tx.em.find(Membership, { userGid: user.gid });
  const wasActiveAdmin = user.isActiveAdmin;
  const asksForAddress = user.changesEmail(body);
  if (asksForAddress && !mayChangeSignIn(claims)) throw forbidden('update', 'user');
  const isTechnical = asksForAddress && (await applicationsActingAs(tx, user.gid)).length > 0;
  const isNewRole = body.roles !== undefined && !user.hasRoles(body.roles);
  if (body.is_enabled === false || isNewRole) await user.endPendingEmail(tx, now);
  // A thief of the account must not regain it by the notice of a further change.
  if (body.is_enabled === false || asksForAddress) await endRestoreLinks(tx, { subject: user.gid }, now);
  user.updateBy(principal, body, { memberships, isTechnical, now });
  const avatar = await namedAvatar(context, user.gid);
  if (avatar !== undefined) user.setAvatar(avatar);
  if (wasActiveAdmin && !user.isActiveAdmin) await mustLeaveAdmin(tx, user.gid, user.isEnabled ? 'roles' : 'is_enabled');
  if (asksForAddress) await sendMails(context, addressMails(user, { isOwn: false, now }));
  if (body.is_enabled === false) await endSessionsWith(context, { user: user.gid });
  else if (isNewRole) await endTrials(context, { user: user.gid });
  return noContent();
};
