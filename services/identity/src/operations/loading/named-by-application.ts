import { LockMode } from '@mikro-orm/postgresql';
import { isGid, type Principal } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import type { ApplicationUpdate } from '../../../generated/models.ts';
import type { NamedByApplication } from '../../domain/application.ts';
import { namedOrganizations } from '../../domain/organization-references.ts';
import { actingAs } from '../../domain/people/technical-user.ts';
import { User } from '../../domain/user.ts';

/** What the body of an application names. Call it before `lockedApplication`: it locks the user, and users are locked first everywhere. */
export async function namedByApplication(
  tx: Transaction,
  principal: Principal,
  { organizations = [], user: reference }: Pick<ApplicationUpdate, 'organizations' | 'user'>,
  now: Date,
): Promise<NamedByApplication> {
  const named = await namedOrganizations(tx, principal, organizations);
  if (!reference || !isGid(reference.gid)) return { organizations: named, user: undefined };
  const user = await tx.em.findOne(User, { gid: reference.gid, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // Only admins change the address of a technical user, so a pending one ends when the user becomes one.
  if (user && (await actingAs(tx, user.gid)).length === 0) await user.endPendingEmail(tx, now);
  return { organizations: named, user: user ?? undefined };
}
