import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Membership } from '../domain/membership.ts';
import { namedOrganizations } from '../domain/organization-references.ts';
import { User } from '../domain/user.ts';

export const createUser: Operations['createUser'] = async ({ body, principal, now, tx, users }) => {
  const { member_of: given = [] } = body;
  const user = User.create(principal, body, now);
  const organizations = await namedOrganizations(
    tx,
    principal,
    given.map(({ organization }) => organization),
  );
  tx.em.persist([user, ...Membership.createAll(principal, given, { user, organizations, now })]);
  return created(users.href(user.gid));
};
