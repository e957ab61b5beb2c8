import { DOCS_CLIENT } from '@partner-ordering/auth';
import { adminsOnly, list, pick, raw, reference, resource, sql, table, type Column } from '@partner-ordering/data';
import type { Application, ApplicationReference, OrganizationReference, UserReference } from '../../generated/models.ts';
import { Application as ApplicationEntity } from '../domain/application.ts';
import { Organization } from '../domain/organization.ts';
import { User } from '../domain/user.ts';
import { organizationReference } from './organizations.ts';

const a = table(ApplicationEntity, 'a');
const allowedOrganization = table(Organization, 'ao');
const technicalUser = table(User, 'au');
/** One of the application's organizations. */
const organizationGid: Column<string> = { sql: raw('named.gid'), type: 'uuid', nullable: false };

const referencedApplication = table(ApplicationEntity, 'ra');
/** References to applications, which only admins may read. */
export const applicationReference = reference<ApplicationReference>('/v1/applications', referencedApplication, {
  gid: referencedApplication.gid,
  name: referencedApplication.name,
});

/** Applications, for admins. Secrets are never shown here. */
export const applications = resource<Application>()({
  noun: 'application',
  path: '/v1/applications',
  table: a,
  fields: {
    ...pick(a, 'name', 'client_id', 'grants', 'scopes', 'is_public', 'is_enabled'),
    user: reference<UserReference>('/v1/users', technicalUser, {
      gid: technicalUser.gid,
      firstname: technicalUser.firstname,
      lastname: technicalUser.lastname,
    })(a.technicalUser),
    organizations: list<OrganizationReference>({
      from: raw('unnest(a.organizations::uuid[]) with ordinality as named (gid, place)'),
      on: () => sql`true`,
      item: organizationReference(allowedOrganization)(organizationGid),
      order: raw('named.place'),
      parts: { gid: organizationGid },
    }),
    ...pick(a, 'redirect_uris'),
  },
  // Not even admins see or change the application of the reference.
  where: sql`a.deleted_at is null and a.client_id <> ${DOCS_CLIENT}`,
  visible: adminsOnly,
});
