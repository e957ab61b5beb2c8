import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { askForAddress } from '../mails/kinds.ts';
import { chosenFields } from './loading/chosen-fields.ts';

export const updateMe: Operations['updateMe'] = async ({ query, body, principal, now, tx, load, read, addJob, files, users }) => {
  const fields = chosenFields(query, users);
  const user = await load(users, principal.user);
  const { asksForAddress } = user.update(body, now);
  if (body.avatar !== undefined) user.show(files('avatar')[0] ?? null);
  if (asksForAddress) askForAddress(user).forEach(addJob);
  await tx.em.flush();
  return ok(await read(users, user.gid, fields ? { fields } : {}));
};
