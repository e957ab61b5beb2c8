import { LockMode } from '@mikro-orm/postgresql';
import type { Database } from '@partner-ordering/data';
import { endMailTokens } from './mail-token.ts';
import { revokeSessionsOf } from './revocation.ts';
import { User } from './user.ts';

/** Who changes their password in which session, and the hash that the current one was compared with. */
export interface PasswordChange {
  user: string;
  session: string;
  currentHash: string;
  passwordHash: string;
}

/** Changes the password and ends the user's other sessions, together. Answers false if the password was changed since it was compared. */
export function changeOwnPassword(
  database: Pick<Database, 'transactional'>,
  { user: gid, session, currentHash, passwordHash }: PasswordChange,
  now: Date,
): Promise<boolean> {
  return database.transactional(async (tx) => {
    const user = await tx.em.findOneOrFail(User, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (user.passwordHash !== currentHash) return false;
    user.setPassword(passwordHash);
    await endMailTokens(tx, { subject: gid, purposes: ['password'] }, now);
    await user.endPendingEmail(tx, now);
    await tx.em.flush();
    await revokeSessionsOf(tx, gid, { exceptSession: session, now });
    return true;
  });
}
