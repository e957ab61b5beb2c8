import { adminsOnly, column, hrefOf, resource, table } from '@partner-ordering/data';
import { stateTextOf } from '@partner-ordering/messaging';
import type { OrganizationReference } from '../../generated/models.ts';
import { ProductOrganization } from '../domain/product-organization.ts';

const PATH = '/v1/organizations';
const po = table(ProductOrganization, 'po');

/** The organizations that may order a product. */
export const productOrganizations = resource<OrganizationReference>()({
  noun: 'organization',
  path: PATH,
  table: po,
  fields: {
    gid: column(po.organizationGid),
    href: hrefOf(PATH, po.organizationGid),
    name: column(stateTextOf<string>('organization', po.organizationGid, 'name')),
    hostname: column(stateTextOf('organization', po.organizationGid, 'hostname')),
  },
  aliases: { product: po.productGid },
  visible: adminsOnly,
});
