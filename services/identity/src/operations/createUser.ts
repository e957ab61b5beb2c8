import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Membership } from '../domain/membership.ts';
import { namedOrganizations } from '../domain/organization-references.ts';
import { User } from '../domain/user.ts';
import { mail } from '../mails/kinds.ts';

export const createUser: Operations['createUser'] = async ({ body, principal, now, tx, addJob, users }) => {
  const { member_of: given = [] } = body;
  const user = User.create(principal, body, now);
  const organizations = await namedOrganizations(
    tx,
    principal,
    given.map(({ organization }) => organization),
  );
  tx.em.persist([user, ...Membership.createAll(principal, given, { user, organizations, now })]);
  addJob(mail('set_password', { about: user.gid, to: user.email }));
  return created(users.href(user.gid));
};
