import { markModified } from '@partner-ordering/data';
import { created, noContent, ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Membership, recordMemberFact } from '../domain/membership.ts';
import { namedOrganizations } from '../domain/organization-references.ts';
import { lockedMembership } from './loading/users.ts';

export const listMyMemberships: Operations['listMyMemberships'] = async ({ principal, list, memberships }) =>
  ok(await list(memberships, { field: 'user', value: principal.user }));

export const createMembership: Operations['createMembership'] = async (context) => {
  const { path, body, principal, now, tx, load, users } = context;
  const user = await load(users, path.gid);
  const [organization] = await namedOrganizations(tx, principal, [body.organization]);
  const membership = Membership.create(principal, body, { user, organization, now });
  await user.join(tx, { path: 'organization', now });
  tx.em.persist(membership);
  recordMemberFact(context, membership, 'member.joined', principal.user);
  return created(`/v1/users/${user.gid}/member_of/${membership.organizationGid}`);
};

export const deleteMembership: Operations['deleteMembership'] = async (context) => {
  const { membership, user } = await lockedMembership(context);
  const { principal, now, tx } = context;
  membership.end(principal);
  markModified(user, now);
  await user.endPendingEmail(tx, now);
  tx.em.remove(membership);
  recordMemberFact(context, membership, 'member.left', principal.user);
  return noContent();
};
