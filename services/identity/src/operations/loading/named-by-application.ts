import type { Principal } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import type { ApplicationUpdate } from '../../../generated/models.ts';
import type { NamedByApplication } from '../../domain/application.ts';
import { namedOrganizations } from '../../domain/organization-references.ts';
import { namedUser } from '../../domain/people/technical-user.ts';

/**
 * What the body of an application names. It locks the user, so it comes before `lockedApplication`, as users come first wherever both are
 * locked.
 */
export async function namedByApplication(
  tx: Transaction,
  principal: Principal,
  { organizations = [], user }: Pick<ApplicationUpdate, 'organizations' | 'user'>,
  now: Date,
): Promise<NamedByApplication> {
  return { organizations: await namedOrganizations(tx, principal, organizations), user: await namedUser(tx, user, now) };
}
