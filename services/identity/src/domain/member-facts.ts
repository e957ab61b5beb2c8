import type { WriteTools } from '@partner-ordering/http';
import type { IdentityFacts, MemberFact } from '../../generated/events.ts';
import type { Membership } from './membership.ts';

/**
 * Publishes what happened to a membership, in order with everything that happens to it. `actor` is the gid of who did it, null for who
 * signs up.
 */
export function recordFact(
  { publish }: Pick<WriteTools, 'publish'>,
  { userGid: user, organizationGid: organization }: Membership,
  event: keyof IdentityFacts,
  actor: string | null,
): void {
  publish(event, `${user}/${organization}`, { user, organization, actor } satisfies Omit<MemberFact, 'shown'>);
}
