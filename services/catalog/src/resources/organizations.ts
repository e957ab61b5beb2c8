import {
  anyOf,
  column,
  expression,
  hrefOf,
  raw,
  resource,
  sql,
  stateReference,
  stateTable,
  stateText,
  table,
} from '@partner-ordering/data';
import type { OrganizationReference } from '../../generated/models.ts';
import { ProductOrganizationSchema } from '../domain/product-organization.ts';

const o = stateTable('o');

/** Organizations as parents of nested paths, from identity's public states. */
export const organizations = resource<OrganizationReference>()({
  noun: 'organization',
  table: o,
  fields: {
    gid: column(o.key),
    href: hrefOf('/v1/organizations', o.key),
    name: column(stateText('o', 'name')),
    hostname: column(stateText('o', 'hostname')),
  },
  where: sql`${o.type.sql} = 'organization' and ${o.state.sql} is not null and ${stateText('o', 'is_deleted').sql} is distinct from 'true'`,
  visible: ({ memberOf }) => [anyOf(o.key, memberOf)],
});

const po = table(ProductOrganizationSchema, 'po');
const ofState = (field: string) =>
  raw(`(select s.state->>'${field}' from shared_state s where s.type = 'organization' and s.key = po.organization_gid::text)`);

/** An organization as products and prices refer to it. */
export const organizationReference = (gid: typeof po.organizationGid) =>
  stateReference<OrganizationReference>('organization', gid, '/v1/organizations', ['name', 'hostname']);

/** The organizations that may order a product; admins look at them. */
export const productOrganizations = resource<OrganizationReference>()({
  noun: 'organization',
  table: po,
  fields: {
    gid: column(po.organizationGid),
    href: hrefOf('/v1/organizations', po.organizationGid),
    name: { value: ofState('name'), comparable: { sql: ofState('name'), type: 'text', nullable: true } },
    hostname: expression(ofState('hostname')),
  },
  aliases: { product: po.productGid, created_at: po.createdAt },
  visible: () => [],
});
