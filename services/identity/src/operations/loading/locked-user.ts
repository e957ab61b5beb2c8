import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import { User } from '../../domain/user.ts';

/** The user that a mail was about, for a change by whoever has its token; undefined for a disabled one. */
export async function lockedUser({ em }: Transaction, gid: string): Promise<User | undefined> {
  const user = await em.findOne(User, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return user?.isEnabled ? user : undefined;
}
