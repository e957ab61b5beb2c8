import { invalid } from '@partner-ordering/kernel';
import { attachmentsOf, stateOfRow, stateSource, type PublishedState } from '@partner-ordering/writes';
import type { IdentityStates } from '../generated/events.ts';
import { moneyOf } from './domain/amount.ts';
import { Application } from './domain/application.ts';
import { Membership } from './domain/membership.ts';
import { Organization } from './domain/organization.ts';
import { notificationsOf } from './domain/people/notifications.ts';
import { applicationsActingAs } from './domain/people/technical-user.ts';
import { User } from './domain/user.ts';
import { faults } from './faults.ts';
import { organizations } from './resources/organizations.ts';

/** Of a user, so that no state passes the limit of events; as in openapi/events/identity.yaml. */
const MAX_MEMBERSHIPS = 10_000;

/** Roles and memberships of a user as one aggregate. It is complete, because every change locks the state first. */
const principal: PublishedState<IdentityStates['principal']> = {
  type: 'principal',
  sources: [
    stateSource(User, ({ gid }) => gid),
    stateSource(Membership, ({ userGid }) => userGid),
    stateSource(
      Application,
      ({ technicalUser }) => technicalUser,
      ({ technicalUser, deletedAt }) => [technicalUser, deletedAt],
    ),
  ],
  read: async (tx, gid) => {
    const { em } = tx;
    const user = await em.findOne(User, { gid });
    if (user === null) return null;
    const memberships = await em.find(Membership, { userGid: gid }, { orderBy: { gid: 'asc' } });
    if (memberships.length > MAX_MEMBERSHIPS) throw invalid(faults.too_many_items('organization', { max: MAX_MEMBERSHIPS }));
    return {
      gid,
      roles: user.roles,
      is_enabled: user.isEnabled,
      is_technical: (await applicationsActingAs(tx, gid)).length > 0,
      memberships: memberships.map(({ organizationGid, isManager }) => ({ organization: organizationGid, is_manager: isManager })),
    };
  },
};

const user = stateOfRow('user', User, {
  key: 'gid',
  of: ({ gid, firstname, lastname, email, locale, deletedAt, notificationsOff }): IdentityStates['user'] => {
    const notifications = notificationsOf(notificationsOff);
    return { gid, firstname, lastname, email, locale, is_erased: deletedAt !== null, notifications };
  },
});

const organization = stateOfRow('organization', Organization, {
  key: 'gid',
  of: (row): IdentityStates['organization'] => ({
    gid: row.gid,
    name: row.name,
    hostname: row.hostname,
    vat: row.vat,
    billing_address: row.billingAddress,
    test: row.test,
    parent: row.parentGid,
    credit_limit: moneyOf(row.creditLimitMinor, row.creditLimitCurrency),
    price_sheet_url: row.priceSheetUrl,
    project_page_url: row.projectPageUrl,
    is_deleted: !row.isEnabled,
  }),
});

const membership: PublishedState<IdentityStates['membership']> = {
  type: 'membership',
  sources: [stateSource(Membership, ({ userGid, organizationGid }) => `${userGid}/${organizationGid}`)],
  read: async ({ em }, key) => {
    const [userGid = '', organizationGid = ''] = key.split('/');
    const found = await em.findOne(Membership, { userGid, organizationGid });
    if (found === null) return null;
    const { gid, budgetMinor, budgetCurrency, isManager } = found;
    const monthly_budget = moneyOf(budgetMinor, budgetCurrency);
    return { gid, user: userGid, organization: organizationGid, monthly_budget, is_manager: isManager };
  },
};

/** The states that identity publishes. */
export const states: readonly PublishedState[] = [
  principal,
  user,
  organization,
  membership,
  attachmentsOf('identity', Organization, ({ gid, logoPath: path }) => ({ gid, path, holder: organizations.href(gid) })),
  attachmentsOf('identity', User, ({ gid, avatarPath: path }) => ({ gid, path, holder: `/v1/users/${gid}` })),
];
