import { date, expression, money, pick, raw, resource, sql, table } from '@partner-ordering/data';
import type { Invitation, UserRank } from '../../generated/models.ts';
import { Invitation as InvitationEntity } from '../domain/invitation.ts';
import { Organization } from '../domain/organization.ts';
import { organizationReference } from './organizations.ts';

const i = table(InvitationEntity, 'i');
const invitingOrganization = table(Organization, 'io');

/** Managers see the invitations of users only: the token of a manager's invitation would make them one. */
export const invitations = resource<Invitation>()({
  noun: 'invitation',
  path: '/v1/invitations',
  table: i,
  fields: {
    ...pick(i, 'token'),
    has_user: expression<boolean>(raw(`exists (select 1 from "user" iu where lower(iu.email) = lower(i.email))`)),
    ...pick(i, 'email'),
    budget: money(i.budgetMinor, i.budgetCurrency),
    user_rank: expression<UserRank>(raw(`case when i.is_manager then 'manager' else 'user' end`)),
    organization: organizationReference(invitingOrganization)(i.organizationGid),
    expires_at: date(i.expiresAt),
  },
  organization: i.organizationGid,
  visible: ({ manages }) => (manages.length === 0 ? [] : [sql`i.organization_gid = any(${[...manages]}) and not i.is_manager`]),
  isCounted: true,
});
