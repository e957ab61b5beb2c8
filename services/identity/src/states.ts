import { attachmentsOf, stateSource, type PublishedState } from '@partner-ordering/http';
import type { IdentityStates } from '../generated/events.ts';
import { moneyOf } from './domain/amount.ts';
import { Membership } from './domain/membership.ts';
import { Organization } from './domain/organization.ts';
import { notificationsOf } from './domain/people/notifications.ts';
import { User } from './domain/user.ts';
import { organizations } from './resources/organizations.ts';

/** Roles and memberships of a user as one aggregate. It is complete, because every change locks the user's row first. */
const principal: PublishedState<IdentityStates['principal']> = {
  type: 'principal',
  sources: [stateSource(User, ({ gid }) => gid), stateSource(Membership, ({ userGid }) => userGid)],
  read: async ({ em }, gid) => {
    const user = await em.findOne(User, { gid });
    if (user === null) return null;
    const memberships = await em.find(Membership, { userGid: gid }, { orderBy: { gid: 'asc' } });
    return {
      gid,
      roles: user.roles,
      is_enabled: user.isEnabled,
      memberships: memberships.map(({ organizationGid, isManager }) => ({ organization: organizationGid, is_manager: isManager })),
    };
  },
};

const user: PublishedState<IdentityStates['user']> = {
  type: 'user',
  sources: [stateSource(User, ({ gid }) => gid)],
  read: async ({ em }, gid) => {
    const found = await em.findOne(User, { gid });
    if (found === null) return null;
    const { firstname, lastname, email, locale, deletedAt, notificationsOff } = found;
    const notifications = notificationsOf(notificationsOff);
    return { gid, firstname, lastname, email, locale, is_erased: deletedAt !== null, notifications };
  },
};

const organization: PublishedState<IdentityStates['organization']> = {
  type: 'organization',
  sources: [stateSource(Organization, ({ gid }) => gid)],
  read: async ({ em }, gid) => {
    const found = await em.findOne(Organization, { gid });
    if (found === null) return null;
    const { name, hostname, vat, billingAddress, test, parentGid, creditLimitMinor, creditLimitCurrency, priceSheetUrl, isEnabled } = found;
    return {
      gid,
      name,
      hostname,
      vat,
      billing_address: billingAddress,
      test,
      parent: parentGid,
      credit_limit: moneyOf(creditLimitMinor, creditLimitCurrency),
      price_sheet_url: priceSheetUrl,
      is_deleted: !isEnabled,
    };
  },
};

const membership: PublishedState<IdentityStates['membership']> = {
  type: 'membership',
  sources: [stateSource(Membership, ({ userGid, organizationGid }) => `${userGid}/${organizationGid}`)],
  read: async ({ em }, key) => {
    const [userGid = '', organizationGid = ''] = key.split('/');
    const found = await em.findOne(Membership, { userGid, organizationGid });
    if (found === null) return null;
    const { gid, budgetMinor, budgetCurrency, isManager } = found;
    return {
      gid,
      user: userGid,
      organization: organizationGid,
      monthly_budget: moneyOf(budgetMinor, budgetCurrency),
      is_manager: isManager,
    };
  },
};

const logos: PublishedState<IdentityStates['attachment']> = attachmentsOf('identity', Organization, ({ gid, logoPath: path }) => ({
  ...{ gid, path, holder: organizations.href(gid) },
}));

const avatars: PublishedState<IdentityStates['attachment']> = attachmentsOf('identity', User, ({ gid, avatarPath: path }) => ({
  ...{ gid, path, holder: `/v1/users/${gid}` },
}));

/** The states that identity publishes. */
export const states: readonly PublishedState[] = [principal, user, organization, membership, logos, avatars];
