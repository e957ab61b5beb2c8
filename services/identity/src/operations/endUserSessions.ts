import { noContent } from '@partner-ordering/http';
import { forbidden } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { endSessionsWith } from './loading/end-sessions.ts';

export const endUserSessions: Operations['endUserSessions'] = async (context) => {
  const { path, principal, now, tx, load, users } = context;
  const user = await load(users, path.gid);
  if (!principal.isAdmin) throw forbidden('delete', 'session');
  await user.endPendingEmail(tx, now);
  await endSessionsWith(context, { user: user.gid });
  return noContent();
};
