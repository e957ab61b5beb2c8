import { isVisible, type Queryable } from '@partner-ordering/data';
import { forbidden, isGid, notFound, type Principal, type Verb, rightsOf } from '@partner-ordering/kernel';
import { followedOrganizations } from './identity-references.ts';

interface Asked {
  /** The transaction of a write, or the database of a read. */
  queryable: Queryable;
  principal: Principal;
}

const sees = ({ queryable, principal }: Asked, gid: string): Promise<boolean> =>
  isVisible(queryable, followedOrganizations, { gid, principal });
const manages = ({ principal }: Asked, gid: string): boolean => principal.isAdmin || principal.manages.includes(gid);

/** Whether somebody is a manager of an organization that is not closed, or an admin. */
export const mayManage = async (asked: Asked, gid: string): Promise<boolean> => manages(asked, gid) && sees(asked, gid);

/**
 * Lets managers of the organization and admins go on: 404 for who does not see it, 403 about `noun` for other members. Identity confirms
 * a refusal first.
 */
export async function manageOrganization(asked: Asked, gid: string, verb: Verb, noun: string): Promise<void> {
  const states = [rightsOf(asked.principal), ...(isGid(gid) ? [{ type: 'organization', key: gid }] : [])];
  if (!(await sees(asked, gid))) throw notFound('organization').restingOn(states);
  if (!manages(asked, gid)) throw forbidden(verb, noun).restingOn(states);
}
