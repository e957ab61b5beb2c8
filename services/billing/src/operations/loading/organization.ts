import { followedOrganizations } from '@partner-ordering/commerce';
import { isGid, notFound, PossiblyStale, type Verb } from '@partner-ordering/kernel';
import { isVisible } from '@partner-ordering/data';
import type { OperationTools } from '@partner-ordering/http';
import { mustManage } from '../../domain/payment-source.ts';

/**
 * Only managers of the organization and admins may go on: 404 for those who do not see it, 403 for other members. Identity confirms a
 * refusal first.
 */
export async function manageOrganization({ tx, principal }: OperationTools, gid: string, verb: Verb): Promise<void> {
  const states = [{ type: 'principal', key: principal.user }, ...(isGid(gid) ? [{ type: 'organization', key: gid }] : [])];
  if (!(await isVisible(tx, followedOrganizations, { gid, principal }))) throw new PossiblyStale(states, notFound('organization'));
  try {
    mustManage(principal, gid, verb);
  } catch (refusal) {
    throw new PossiblyStale(states, refusal as Error);
  }
}
