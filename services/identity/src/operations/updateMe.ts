import { entityTag, ok } from '@partner-ordering/http';
import { forbidden } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { mayChangeSignIn } from '../domain/people/rights.ts';
import { addressMails, sendMails } from '../mails/send-mails.ts';
import { checkCurrentPassword } from './loading/passwords.ts';
import { chosenFields, namedAvatar } from './loading/users.ts';

export const updateMe: Operations['updateMe'] = async (context) => {
  const { query, body, principal, claims, now, tx, load, read, me } = context;
  const fields = chosenFields(query, me);
  const user = await load(me, principal.user);
  const { current_password: password, ...changes } = body;
  const asksForAddress = user.changesEmail(changes);
  if (asksForAddress && !mayChangeSignIn(claims)) throw forbidden('update', 'user');
  user.update(changes, now);
  const avatar = await namedAvatar(context, user.gid);
  if (avatar !== undefined) user.setAvatar(avatar);
  if (asksForAddress) {
    await sendMails(context, addressMails(user, { isOwn: true, now }));
    checkCurrentPassword(context, user, password);
  }
  await tx.em.flush();
  const whole = await read(me, user.gid);
  return ok(fields ? await read(me, user.gid, { fields, kind: 'client' }) : whole, { ETag: entityTag(whole.text) });
};
