import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordFact } from '../domain/member-facts.ts';
import { Membership } from '../domain/membership.ts';
import { namedOrganizations } from '../domain/organization-references.ts';

export const createMembership: Operations['createMembership'] = async (context) => {
  const { path, body, principal, now, tx, load, users } = context;
  const user = await load(users, path.gid);
  const [organization] = await namedOrganizations(tx, principal, [body.organization]);
  const membership = Membership.create(principal, body, { user, organization, now });
  await user.join(tx, { path: 'organization', now });
  tx.em.persist(membership);
  recordFact(context, membership, 'member.joined', principal.user);
  return created(`/v1/users/${user.gid}/member_of/${membership.organizationGid}`);
};
