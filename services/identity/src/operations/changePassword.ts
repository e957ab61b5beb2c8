import { invalid } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { changeOwnPassword } from '../domain/password-change.ts';
import { passwordFault } from '../domain/password-rules.ts';
import { User } from '../domain/user.ts';

/** The current password is checked as a sign-in is, outside of a transaction: that may be slowed down. */
export const changePassword: Operations['changePassword'] = async ({ body, claims, headers, now, database, authorizationServer }) => {
  const { email } = await database.orm.em.fork().findOneOrFail(User, { gid: claims.user });
  const fault = await passwordFault(body.password, email);
  if (fault !== undefined) throw invalid({ path: 'password', message: fault });
  const hash = await authorizationServer.confirmPassword({ claims, email, password: body.current_password, headers });
  const isChanged =
    hash !== undefined && (await changeOwnPassword(database, { ...claims, currentHash: hash, password: body.password }, now));
  if (!isChanged) throw invalid({ path: 'current_password', message: 'is wrong' });
  return noContent();
};
