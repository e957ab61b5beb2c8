import { adminsOnly, list, pick, raw, reference, resource, sql, table, type Column } from '@partner-ordering/data';
import type { Application, OrganizationReference, UserReference } from '../../generated/models.ts';
import { Application as ApplicationEntity } from '../domain/application.ts';
import { Organization } from '../domain/organization.ts';
import { User } from '../domain/user.ts';
import { organizationReference } from './organizations.ts';

const a = table(ApplicationEntity, 'a');
const admitted = table(Organization, 'ao');
const technical = table(User, 'au');
/** One of the application's organizations. */
const named: Column<string> = { sql: raw('named.gid'), type: 'uuid', nullable: false };

/** What asks for tokens, for admins. Secrets are never shown here. */
export const applications = resource<Application>()({
  noun: 'application',
  path: '/v1/applications',
  table: a,
  fields: {
    ...pick(a, 'name', 'client_id', 'grants', 'scopes', 'is_public', 'is_enabled'),
    user: reference<UserReference>('/v1/users', technical, {
      gid: technical.gid,
      firstname: technical.firstname,
      lastname: technical.lastname,
    })(a.technicalUser),
    organizations: list<OrganizationReference>({
      from: raw('unnest(a.organizations::uuid[]) with ordinality as named (gid, place)'),
      on: () => sql`true`,
      item: organizationReference(admitted)(named),
      order: raw('named.place'),
      parts: { gid: named },
    }),
    ...pick(a, 'redirect_uris'),
  },
  where: raw('a.deleted_at is null'),
  visible: adminsOnly,
});
