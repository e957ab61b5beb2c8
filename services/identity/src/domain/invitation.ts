import { defineEntity, p } from '@mikro-orm/postgresql';
import { DAY_MS, forbidden, invalid, newGid, type Principal } from '@partner-ordering/kernel';
import type { InvitationCreate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { budgetOf } from './amount.ts';
import { newSecret } from './secret.ts';
import type { Organization } from './organization.ts';
import { actsFor } from './people/rights.ts';

const LIFETIME_MS = 14 * DAY_MS;

export const InvitationSchema = defineEntity({
  name: 'Invitation',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    /** Opens the invitation. Users who may invite can read it, so it proves nothing about the address; the code of the mail does. */
    token: p.text(),
    /** Unique in the organization, without regard to case. */
    email: p.text(),
    organizationGid: p.uuid(),
    /** The monthly budget of the membership; null is unlimited. */
    budgetMinor: p.bigint('number').strictNullable(),
    budgetCurrency: p.string().strictNullable(),
    isManager: p.boolean(),
    /** The inviting user. Their language is that of the mail if the invited person has no account. */
    invitedBy: p.uuid(),
    expiresAt: p.datetime(),
  },
});

interface NewInvitation {
  /** Undefined when the request names none that the principal sees. */
  organization: Organization | undefined;
  now: Date;
}

/** Lets a person join an organization. It is deleted when it is used. */
export class Invitation extends InvitationSchema.class {
  /** Managers of the organization and admins invite, only admins invite managers (403). 400 for an organization not visible. */
  static create(principal: Principal, body: InvitationCreate, { organization, now }: NewInvitation): Invitation {
    const { email, budget, user_rank: rank = 'user' } = body;
    const needs = rank === 'manager' ? 'admin' : 'manager';
    if (!principal.isAdmin && principal.manages.length === 0) throw forbidden('create', 'invitation', needs);
    if (organization === undefined) throw invalid(faults.not_found('organization'));
    if (!actsFor(principal, organization.gid) || (needs === 'admin' && !principal.isAdmin)) throw forbidden('create', 'invitation', needs);
    return Object.assign(new Invitation(), {
      gid: newGid(),
      createdAt: now,
      modifiedAt: null,
      token: newSecret(),
      email: email.normalize('NFC'),
      organizationGid: organization.gid,
      ...budgetOf(budget, 'budget'),
      isManager: rank === 'manager',
      invitedBy: principal.user,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    });
  }

  isOpen(now: Date): boolean {
    return now < this.expiresAt;
  }

  /** Starts its lifetime again. */
  renew(now: Date): void {
    this.expiresAt = new Date(now.getTime() + LIFETIME_MS);
    this.modifiedAt = now;
  }
}
InvitationSchema.setClass(Invitation);
