import { part, type Shows } from '@partner-ordering/http';
import { managerOf } from '@partner-ordering/kernel';
import type { IdentityFacts, IdentityShown, MemberFact } from '../generated/events.ts';
import { memberships } from './resources/memberships.ts';

const member = ({ user, organization }: Omit<MemberFact, 'shown'>) => ({
  as: managerOf(organization),
  parts: { member: part(memberships, organization, { within: { field: 'user', value: user } }) },
});

/** What partners are told of each fact: the parts that openapi/events/identity.yaml names under `x-webhook`. */
export const shows = {
  'member.joined': member,
  'member.left': (fact) => ({ ...member(fact), isOfRemoved: true }),
  'member.budget_changed': member,
  'member.role_changed': member,
  'invitation.accepted': member,
} satisfies Shows<IdentityFacts, IdentityShown>;
