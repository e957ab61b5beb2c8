import { LockMode } from '@mikro-orm/postgresql';
import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { invalid, isGid } from '@partner-ordering/kernel';
import type { UserIdentifier } from '../../../generated/models.ts';
import { User } from '../user.ts';

/**
 * The user that an application is to act as; undefined if none is named or exists. They cannot be deleted before the transaction ends. Only
 * admins change the address of a technical user, so one that waits ends when the user becomes one.
 */
export async function namedUser(tx: Transaction, reference: UserIdentifier | null | undefined, now: Date): Promise<User | undefined> {
  if (!reference || !isGid(reference.gid)) return undefined;
  const user = await tx.em.findOne(User, { gid: reference.gid, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (user && (await actingAs(tx, user.gid)).length === 0) await user.endPendingEmail(tx, now);
  return user ?? undefined;
}

/**
 * Called before a user, whose row is locked, is deleted: 400 at `path` while an application acts as them, which would get no token for
 * itself any more.
 */
export async function mustNotBeTechnicalUser(tx: Queryable, gid: string, path: string): Promise<void> {
  const acting = await actingAs(tx, gid);
  if (acting.length > 0) throw invalid({ path, message: `is the technical user of ${acting.join(', ')}` });
}

/** Names of applications, up to ten, whose technical user this is. */
export async function actingAs(database: Queryable, gid: string): Promise<string[]> {
  const acting = await database.query<{ name: string }>(sql`
    select name from application where technical_user = ${gid} and deleted_at is null order by name limit 10`);
  return acting.map(({ name }) => name);
}
