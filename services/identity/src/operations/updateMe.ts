import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { addressMails, sendMails } from '../mails/send-mails.ts';
import { chosenFields } from './loading/chosen-fields.ts';
import { namedAvatar } from './loading/named-avatar.ts';

export const updateMe: Operations['updateMe'] = async (context) => {
  const { query, body, principal, now, tx, load, read, me } = context;
  const fields = chosenFields(query, me);
  const user = await load(me, principal.user);
  const { asksForAddress } = user.update(body, now);
  const avatar = await namedAvatar(context, user.gid);
  if (avatar !== undefined) user.show(avatar);
  if (asksForAddress) await sendMails(context, addressMails(user));
  await tx.em.flush();
  return ok(await read(me, user.gid, fields ? { fields } : {}));
};
