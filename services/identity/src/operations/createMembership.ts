import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Membership, recordMemberFact } from '../domain/membership.ts';
import { namedOrganizations } from '../domain/organization-references.ts';
import { endTrials } from '../domain/revocation.ts';

export const createMembership: Operations['createMembership'] = async (context) => {
  const { path, body, principal, now, tx, load, users } = context;
  const user = await load(users, path.gid);
  const [organization] = await namedOrganizations(tx, principal, [body.organization]);
  const membership = Membership.create(principal, body, { user, organization, now });
  await user.join(tx, { path: 'organization', now });
  tx.em.persist(membership);
  recordMemberFact(context, membership, 'member.joined', principal.user);
  await endTrials(context, { user: user.gid });
  return created(`/v1/users/${user.gid}/member_of/${membership.organizationGid}`);
};
