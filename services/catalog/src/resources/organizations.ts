import { adminsOnly, column, hrefOf, resource, table } from '@partner-ordering/data';
import { stateColumns } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../generated/events.ts';
import type { OrganizationReference } from '../../generated/models.ts';
import { ProductOrganization } from '../domain/product-organization.ts';

const PATH = '/v1/organizations';
const { textByKey } = stateColumns<FollowedStates>();
const po = table(ProductOrganization, 'po');

/** The organizations that may order a product. */
export const productOrganizations = resource<OrganizationReference>()({
  noun: 'organization',
  path: PATH,
  table: po,
  fields: {
    gid: column(po.organizationGid),
    href: hrefOf(PATH, po.organizationGid),
    name: column(textByKey('organization', po.organizationGid, 'name')),
    hostname: column(textByKey('organization', po.organizationGid, 'hostname')),
  },
  aliases: { product: po.productGid },
  visible: adminsOnly,
});
