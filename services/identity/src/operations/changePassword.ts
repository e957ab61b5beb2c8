import { LockMode } from '@mikro-orm/postgresql';
import { noContent } from '@partner-ordering/http';
import { forbidden } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { endMailTokens } from '../domain/mail-token.ts';
import { checkPassword } from '../domain/password-rules.ts';
import { mayChangeSignIn } from '../domain/people/rights.ts';
import { revokeSessionsOf } from '../domain/revocation.ts';
import { User } from '../domain/user.ts';
import { hashInPasswordQueue, wrongPassword } from './loading/passwords.ts';

/** The current password is checked as a sign-in is, which may be delayed: no transaction waits for it. */
export const changePassword: Operations['changePassword'] = async ({
  body,
  claims,
  headers,
  waiting,
  now,
  database,
  authorizationServer,
}) => {
  if (!mayChangeSignIn(claims)) throw forbidden('update', 'password');
  const { user: gid, session: exceptSession } = claims;
  const { email } = await database.orm.em.fork().findOneOrFail(User, { gid });
  await checkPassword(body.password, email);
  const currentHash = await authorizationServer.confirmPassword({ claims, email, password: body.current_password, headers, waiting });
  if (currentHash === undefined) throw wrongPassword();
  const passwordHash = await hashInPasswordQueue(body.password, headers);
  await database.transactional(async (tx) => {
    const user = await tx.em.findOneOrFail(User, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Another request may have changed it since it was compared.
    if (user.passwordHash !== currentHash) throw wrongPassword();
    user.setPassword(passwordHash);
    await endMailTokens(tx, { subject: gid, purposes: ['password'] }, now);
    await user.endPendingEmail(tx, now);
    await tx.em.flush();
    await revokeSessionsOf(tx, gid, { exceptSession, now });
  });
  return noContent();
};
