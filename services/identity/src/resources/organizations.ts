import { isIn, column, image, money, pick, raw, reference, resource, sql, storedObject, table } from '@partner-ordering/data';
import type { BillingAddress, Organization, OrganizationReference } from '../../generated/models.ts';
import { noAddress } from '../domain/billing-address.ts';
import { Organization as OrganizationEntity } from '../domain/organization.ts';

const o = table(OrganizationEntity, 'o');
const parent = table(OrganizationEntity, 'op');

/** References to organizations; `to` holds the alias of their rows. */
export const organizationReference = (to: typeof o) =>
  reference<OrganizationReference>('/v1/organizations', to, { gid: to.gid, name: to.name, hostname: to.hostname });

const address = Object.fromEntries(Object.keys(noAddress).map((name) => [name, 'value'])) as Record<keyof BillingAddress, 'value'>;

/** Organizations that the caller is a member of. */
export const organizations = resource<Organization>()({
  noun: 'organization',
  path: '/v1/organizations',
  table: o,
  fields: {
    ...pick(o, 'name', 'hostname'),
    logo: image(o.logoUrl),
    ...pick(o, 'test'),
    parent: organizationReference(parent)(o.parentGid),
    is_enabled: column(o.isEnabled),
    ...pick(o, 'vat'),
    project_page_url: column(o.projectPageUrl),
    billing_address: storedObject(o.billingAddress, address),
    billing_contact: storedObject(o.billingContact, { phone: 'value', email: 'value' }),
    credit_limit: { ...money(o.creditLimitMinor, o.creditLimitCurrency), shownTo: ({ isAdmin }) => isAdmin },
    // A person who knows the address may be able to read the prices.
    price_sheet_url: {
      value: ({ isAdmin, manages }) =>
        isAdmin ? o.priceSheetUrl.sql : sql`case when o.gid = any(${[...manages]}) then ${o.priceSheetUrl.sql} end`,
      shownTo: ({ isAdmin, manages }) => isAdmin || manages.length > 0,
    },
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
  organization: o.gid,
  visible: ({ memberOf }) => [isIn(o.gid, memberOf)],
  isCounted: true,
  publicFiles: o.isEnabled.sql,
});
