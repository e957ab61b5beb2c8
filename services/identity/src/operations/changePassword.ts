import { invalid } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { changeOwnPassword } from '../domain/password-change.ts';
import { checkPassword } from '../domain/password-rules.ts';
import { User } from '../domain/user.ts';
import { hashInTurn } from './loading/hashed-password.ts';

/** The current password is checked as a sign-in is, outside of a transaction: that may be slowed down. */
export const changePassword: Operations['changePassword'] = async ({ body, claims, headers, now, database, authorizationServer }) => {
  const { email } = await database.orm.em.fork().findOneOrFail(User, { gid: claims.user });
  await checkPassword(body.password, email);
  const currentHash = await authorizationServer.confirmPassword({ claims, email, password: body.current_password, headers });
  const isChanged =
    currentHash !== undefined &&
    (await changeOwnPassword(database, { ...claims, currentHash, passwordHash: await hashInTurn(body.password, headers) }, now));
  if (!isChanged) throw invalid({ path: 'current_password', message: 'is wrong' });
  return noContent();
};
