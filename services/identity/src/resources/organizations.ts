import { anyOf, column, expression, money, pick, raw, reference, resource, sql, table } from '@partner-ordering/data';
import type { Image, Organization, OrganizationReference } from '../../generated/models.ts';
import { Organization as OrganizationEntity } from '../domain/organization.ts';

const o = table(OrganizationEntity, 'o');
const parent = table(OrganizationEntity, 'op');

/** References to organizations; `to` holds the alias of their rows. */
export const organizationReference = (to: typeof o) =>
  reference<OrganizationReference>('/v1/organizations', to, { gid: to.gid, name: to.name, hostname: to.hostname });

/** Organizations that the caller is a member of. */
export const organizations = resource<Organization>()({
  noun: 'organization',
  path: '/v1/organizations',
  table: o,
  fields: {
    ...pick(o, 'name', 'hostname', 'vat', 'test'),
    logo: expression<Image | null>(raw('null::json')),
    parent: organizationReference(parent)(o.parentGid),
    billing_address: column(o.billingAddress),
    billing_contact: column(o.billingContact),
    credit_limit: { ...money(o.creditLimitMinor, o.creditLimitCurrency), shownTo: ({ isAdmin }) => isAdmin },
  },
  relations: {
    // From catalog's states: the products that the caller may order there. Admins also search by disabled ones.
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
