import { anyOf, column, hrefOf, raw, resource, type Sql } from '@partner-ordering/data';
import { stateReference, stateTable, stateText } from '@partner-ordering/messaging';

/** A user as other resources refer to one. */
export interface UserReference {
  gid: string;
  href: string;
  firstname: string;
  lastname: string;
}

/** An organization as other resources refer to one. */
export interface OrganizationReference {
  gid: string;
  href: string;
  name: string;
  hostname: string | null;
}

const ORGANIZATION_PATH = '/v1/organizations';

/**
 * How users and organizations are referred to, by identity's public states. In a lib, as every service that follows identity shows them the
 * same way.
 */
export const userReference = stateReference<UserReference>('user', '/v1/users', { firstname: true, lastname: true });
export const organizationReference = stateReference<OrganizationReference>('organization', ORGANIZATION_PATH, {
  name: true,
  hostname: true,
});

/** Predicate on `shared_state` under an alias: the state of an organization that is not deleted. */
export const isOrganization = (alias: string): Sql =>
  raw(`${alias}.type = 'organization' and ${alias}.state is not null and ${alias}.state->>'is_deleted' is distinct from 'true'`);

const o = stateTable('o');

/** Organizations as parents of nested paths, in services that follow identity. Members see them. */
export const followedOrganizations = resource<OrganizationReference>()({
  noun: 'organization',
  path: ORGANIZATION_PATH,
  table: o,
  fields: {
    gid: column(o.key),
    href: hrefOf(ORGANIZATION_PATH, o.key),
    name: column(stateText('o', 'name')),
    hostname: column(stateText('o', 'hostname')),
  },
  where: isOrganization('o'),
  visible: ({ memberOf }) => [anyOf(o.key, memberOf)],
});
