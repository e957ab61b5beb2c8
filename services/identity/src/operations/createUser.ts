import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Membership, recordMemberFact } from '../domain/membership.ts';
import { namedOrganizations } from '../domain/organization-references.ts';
import { User } from '../domain/user.ts';
import { mail, sendMails } from '../mails/send-mails.ts';

export const createUser: Operations['createUser'] = async (context) => {
  const { body, principal, now, tx, users } = context;
  const { member_of: membershipBodies = [] } = body;
  const user = User.create(principal, body, now);
  const organizations = await namedOrganizations(
    tx,
    principal,
    membershipBodies.map(({ organization }) => organization),
  );
  const memberships = Membership.createAll(principal, membershipBodies, { user, organizations, now });
  tx.em.persist([user, ...memberships]);
  for (const membership of memberships) recordMemberFact(context, membership, 'member.joined', principal.user);
  await sendMails(context, [mail('set_password', { about: user.gid, to: user.email }, memberships[0]?.organizationGid)]);
  return created(users.href(user.gid));
};
