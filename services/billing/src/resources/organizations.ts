import { anyOf, column, hrefOf, resource, sql, stateReference, stateTable, stateText } from '@partner-ordering/data';
import type { OrganizationReference } from '../../generated/models.ts';

const path = '/v1/organizations';
const o = stateTable('o');

/** Organizations as parents of nested paths, from identity's public states. */
export const organizations = resource<OrganizationReference>()({
  noun: 'organization',
  path,
  table: o,
  fields: {
    gid: column(o.key),
    href: hrefOf(path, o.key),
    name: column(stateText('o', 'name')),
    hostname: column(stateText('o', 'hostname')),
  },
  where: sql`${o.type.sql} = 'organization' and ${o.state.sql} is not null and ${stateText('o', 'is_deleted').sql} is distinct from 'true'`,
  visible: ({ memberOf }) => [anyOf(o.key, memberOf)],
});

/** An organization as receipts refer to it. */
export const organizationReference = stateReference<OrganizationReference>('organization', path, { name: true, hostname: true });
