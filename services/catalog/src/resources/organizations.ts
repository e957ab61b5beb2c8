import {
  adminsOnly,
  anyOf,
  column,
  hrefOf,
  resource,
  stateReference,
  stateTable,
  stateText,
  stateTextOf,
  table,
} from '@partner-ordering/data';
import type { OrganizationReference } from '../../generated/models.ts';
import { isOrganization } from '../domain/organizations.ts';
import { ProductOrganization } from '../domain/product-organization.ts';

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
  where: isOrganization('o'),
  visible: ({ memberOf }) => [anyOf(o.key, memberOf)],
});

/** An organization as products and prices refer to it. */
export const organizationReference = stateReference<OrganizationReference>('organization', path, { name: true, hostname: true });

const po = table(ProductOrganization, 'po');

/** The organizations that may order a product. */
export const productOrganizations = resource<OrganizationReference>()({
  noun: 'organization',
  path,
  table: po,
  fields: {
    gid: column(po.organizationGid),
    href: hrefOf(path, po.organizationGid),
    name: column(stateTextOf<string>('organization', po.organizationGid, 'name')),
    hostname: column(stateTextOf('organization', po.organizationGid, 'hostname')),
  },
  aliases: { product: po.productGid },
  visible: adminsOnly,
});
