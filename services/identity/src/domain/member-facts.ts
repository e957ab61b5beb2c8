import type { WriteContext } from '@partner-ordering/writes';
import type { IdentityFacts, MemberFact } from '../../generated/events.ts';
import type { Membership } from './membership.ts';

/** Publishes an event of a membership, in order with its others. `actor` is a user's gid, null for somebody who signs up. */
export function recordFact(
  { publish }: Pick<WriteContext, 'publish'>,
  { userGid: user, organizationGid: organization }: Membership,
  event: keyof IdentityFacts,
  actor: string | null,
): void {
  publish(event, `${user}/${organization}`, { user, organization, actor } satisfies Omit<MemberFact, 'payload'>);
}
