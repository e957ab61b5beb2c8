import { isIn, column, hrefOf, raw, resource, type Sql } from '@partner-ordering/data';
import { stateColumns, stateReference, stateTable } from '@partner-ordering/messaging';

/** An organization as other resources refer to one. */
export interface OrganizationReference {
  gid: string;
  href: string;
  name: string;
  hostname: string | null;
}

const ORGANIZATION_PATH = '/v1/organizations';

/** The fields of identity's states that `userReference` reads; a service that uses it follows them. */
export interface UserStates {
  user: { firstname: string; lastname: string };
}

/** The fields of identity's states that `organizationReference`, `followedOrganizations` and `isOrganization` read. */
export interface OrganizationStates {
  organization: { name: string; hostname: string | null; is_deleted: boolean };
}

/** References to users and organizations, by identity's public states: the same in every service that follows identity. */
export const userReference = stateReference<UserStates>()('user', '/v1/users', ['firstname', 'lastname']);
export const organizationReference = stateReference<OrganizationStates>()('organization', ORGANIZATION_PATH, ['name', 'hostname']);

/** Predicate on `shared_state` under an alias: the state of an organization that is not deleted. */
export const isOrganization = (alias: string): Sql =>
  raw(`${alias}.type = 'organization' and ${alias}.state is not null and ${alias}.state->>'is_deleted' is distinct from 'true'`);

const o = stateTable('o');
const { text } = stateColumns<OrganizationStates>();

/** Organizations as parents of nested paths, in services that follow identity. Members see them. */
export const followedOrganizations = resource<OrganizationReference>()({
  noun: 'organization',
  path: ORGANIZATION_PATH,
  table: o,
  fields: {
    gid: column(o.key),
    href: hrefOf(ORGANIZATION_PATH, o.key),
    name: column(text('organization', 'o', 'name')),
    hostname: column(text('organization', 'o', 'hostname')),
  },
  where: isOrganization('o'),
  visible: ({ memberOf }) => [isIn(o.key, memberOf)],
});
