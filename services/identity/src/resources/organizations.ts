import { anyOf, column, expression, generic, money, pick, raw, reference, resource, sql, table } from '@partner-ordering/data';
import type { Image, Organization, OrganizationReference } from '../../generated/models.ts';
import { OrganizationSchema } from '../domain/organization.ts';

const o = table(OrganizationSchema, 'o');
const parent = table(OrganizationSchema, 'op');

/** Organizations that the caller is a member of. */
export const organizations = resource<Organization>()({
  noun: 'organization',
  table: o,
  fields: {
    ...generic(o, '/v1/organizations'),
    ...pick(o, 'name', 'hostname', 'vat', 'test'),
    logo: expression<Image | null>(raw('null::json')),
    parent: reference<OrganizationReference | null>(
      o.parentGid,
      parent,
      { gid: parent.gid, name: parent.name, hostname: parent.hostname },
      '/v1/organizations',
    ),
    billing_address: column(o.billingAddress),
    billing_contact: column(o.billingContact),
    credit_limit: { ...money(o.creditLimitMinor, o.creditLimitCurrency), shownTo: ({ isAdmin }) => isAdmin },
  },
  relations: {
    // What catalog says: the products that the caller may order there; admins also search by disabled ones.
    products: {
      relation: {
        from: raw('shared_state ps'),
        on: ({ isAdmin }) => sql`ps.type = 'product' and ps.state->'organizations' ? o.gid::text
          and ${raw(isAdmin ? 'true' : "(ps.state->>'is_enabled')::boolean")}`,
      },
      parts: { gid: { sql: raw('ps.key'), type: 'uuid', nullable: false } },
    },
  },
  visible: ({ memberOf }) => [anyOf(o.gid, memberOf)],
});
