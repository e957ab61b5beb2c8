import { part, type WebhookPayloads } from '@partner-ordering/writes';
import { managerOf } from '@partner-ordering/kernel';
import type { IdentityFacts, IdentityPayloads, MemberFact } from '../generated/events.ts';
import type { Dependencies } from './context.ts';

/** The webhook payload of each fact: the parts that openapi/events/identity.yaml names under `x-webhook`. */
export function webhookPayloadsOf(memberships: Dependencies['memberships']) {
  const memberPart = part(memberships, { without: ['actions'] });
  const member = ({ user, organization }: Omit<MemberFact, 'payload'>) => ({
    as: managerOf(organization),
    parts: { member: memberPart(organization, { field: 'user', value: user }) },
  });
  return {
    'member.joined': member,
    'member.left': (fact) => ({ ...member(fact), isOfRemoved: true }),
    'member.budget_changed': member,
    'member.role_changed': member,
    'invitation.accepted': member,
  } satisfies WebhookPayloads<IdentityFacts, IdentityPayloads>;
}
