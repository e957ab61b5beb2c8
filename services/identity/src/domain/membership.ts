import { defineEntity, p } from '@mikro-orm/postgresql';
import { forbidden, invalid, newGid, type Principal } from '@partner-ordering/kernel';
import type { WriteContext } from '@partner-ordering/writes';
import type { IdentityFacts, MemberFact } from '../../generated/events.ts';
import type { MembershipCreate, MembershipUpdate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { budgetOf } from './amount.ts';
import type { Invitation } from './invitation.ts';
import type { Organization } from './organization.ts';
import { actsFor, permitsAction, rightTo } from './people/rights.ts';
import type { User } from './user.ts';

export const MembershipSchema = defineEntity({
  name: 'Membership',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    userGid: p.uuid(),
    organizationGid: p.uuid(),
    /** Per calendar month; null is unlimited. */
    budgetMinor: p.bigint('number').strictNullable(),
    budgetCurrency: p.string().strictNullable(),
    isManager: p.boolean(),
  },
});

/** The fields of a new membership. */
export interface NewMembership {
  user: User;
  /** Undefined when the request names none that the principal sees. */
  organization: Organization | undefined;
  /** Path of the membership in the request: `member_of.0.`; empty for the body itself. */
  path?: string;
  now: Date;
}

/** A user's membership. Lock the user's row before a change, as the user's public state is made from all memberships. */
export class Membership extends MembershipSchema.class {
  /** Managers of the organization and admins may (403); only admins make managers. 400 for an organization the principal does not see. */
  static create(principal: Principal, body: MembershipCreate, { user, organization, path = '', now }: NewMembership): Membership {
    const needs = body.is_manager === true ? 'admin' : 'manager';
    if (!principal.isAdmin && principal.manages.length === 0) throw forbidden('create', 'membership', needs);
    if (organization === undefined) throw invalid(faults.not_found(`${path}organization`));
    if (!actsFor(principal, organization.gid) || (needs === 'admin' && !principal.isAdmin)) throw forbidden('create', 'membership', needs);
    return Object.assign(new Membership(), {
      gid: newGid(),
      createdAt: now,
      modifiedAt: null,
      userGid: user.gid,
      organizationGid: organization.gid,
      ...budgetOf(body.monthly_budget, `${path}monthly_budget`),
      isManager: body.is_manager ?? false,
    });
  }

  /** The membership that an invitation promises to its user. */
  static ofInvitation({ organizationGid, budgetMinor, budgetCurrency, isManager }: Invitation, user: User, now: Date): Membership {
    const fields = { organizationGid, budgetMinor, budgetCurrency, isManager };
    return Object.assign(new Membership(), { gid: newGid(), createdAt: now, modifiedAt: null, userGid: user.gid, ...fields });
  }

  /** The memberships of a new user: as `create`, and 400 if an organization is named twice. */
  static createAll(
    principal: Principal,
    bodies: readonly MembershipCreate[],
    { user, organizations, now }: { user: User; organizations: readonly (Organization | undefined)[]; now: Date },
  ): Membership[] {
    return bodies.map((one, index) => {
      const [organization, path] = [organizations[index], `member_of.${index}.`];
      if (organization !== undefined && organizations.indexOf(organization) < index)
        throw invalid(faults.duplicate_organization(`${path}organization`));
      return Membership.create(principal, one, { user, organization, path, now });
    });
  }

  /** Managers of the organization and admins change the budget, only admins the manager flag (403). */
  update(principal: Principal, { monthly_budget: budget, is_manager: isManager }: MembershipUpdate, now: Date): void {
    const action = isManager === undefined ? 'change_budget' : 'change_role';
    if (!permitsAction(principal, action, this)) throw forbidden('update', 'membership', rightTo(action, this));
    if (budget !== undefined) Object.assign(this, budgetOf(budget, 'monthly_budget', this.budgetCurrency));
    if (isManager !== undefined) this.isManager = isManager;
    this.modifiedAt = now;
  }

  /** 403 unless the principal may end it: managers of the organization and admins; only admins end a manager's. */
  end(principal: Principal): void {
    if (!permitsAction(principal, 'delete', this)) throw forbidden('delete', 'membership', rightTo('delete', this));
  }
}
MembershipSchema.setClass(Membership);

/** Publishes an event of a membership, in order with its others. `actor` is a user's gid, null for somebody who signs up. */
export function recordMemberFact(
  { publish }: Pick<WriteContext, 'publish'>,
  { userGid: user, organizationGid: organization }: Membership,
  event: keyof IdentityFacts,
  actor: string | null,
): void {
  publish(event, `${user}/${organization}`, { user, organization, actor } satisfies Omit<MemberFact, 'payload'>);
}
