import { isVisible, type Queryable } from '@partner-ordering/data';
import { forbidden, isGid, notFound, type Principal, type Verb, rightsOf } from '@partner-ordering/kernel';
import { followedOrganizations } from './identity-references.ts';

/**
 * Lets managers of the organization and admins go on: 404 for who does not see it, 403 about `noun` for other members. Identity confirms
 * a refusal first. `queryable` is the transaction of a write, or the database of a read.
 */
export async function manageOrganization(
  { queryable, principal }: { queryable: Queryable; principal: Principal },
  gid: string,
  verb: Verb,
  noun: string,
): Promise<void> {
  const states = [rightsOf(principal), ...(isGid(gid) ? [{ type: 'organization', key: gid }] : [])];
  if (!(await isVisible(queryable, followedOrganizations, { gid, principal }))) throw notFound('organization').restingOn(states);
  if (!principal.isAdmin && !principal.manages.includes(gid)) throw forbidden(verb, noun).restingOn(states);
}
