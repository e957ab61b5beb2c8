import { defineEntity, p } from '@mikro-orm/postgresql';
import { forbidden, invalid, newGid, type Principal } from '@partner-ordering/kernel';
import type { Role, UserCreate } from '../../generated/models.ts';
import { hashPassword, isAcceptablePassword, passwordLength } from './password.ts';

export const UserSchema = defineEntity({
  name: 'User',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    /** As the user writes it. It is unique without regard to case. */
    email: p.string(),
    pendingEmail: p.string().strictNullable(),
    firstname: p.string(),
    lastname: p.string(),
    locale: p.string(),
    phone: p.string().strictNullable(),
    mobilePhone: p.string().strictNullable(),
    roles: p.array<Role>(),
    isEnabled: p.boolean(),
    /** argon2id in PHC format; null until a password is set. */
    passwordHash: p.text().strictNullable(),
  },
});

/** Somebody who signs in, or the technical user that an application acts as. */
export class User extends UserSchema.class {
  /** Admins create users; managers create users of the organizations they manage (403). Users cannot sign in before a password is set. */
  static create(principal: Principal, given: UserCreate, now: Date): User {
    if (!mayCreate(principal, given)) throw forbidden('create', 'user');
    const { email, firstname, lastname, locale = 'en', phone = null, roles = [] } = given;
    return Object.assign(new User(), {
      gid: newGid(),
      createdAt: now,
      modifiedAt: null,
      email: email.normalize('NFC'),
      pendingEmail: null,
      firstname,
      lastname,
      locale,
      phone,
      mobilePhone: mobileOf(given),
      roles: [...new Set<Role>(['user', ...roles])],
      isEnabled: true,
      passwordHash: null,
    });
  }

  /** Called when one of the user's memberships changes, as the user shows them. */
  markModified(now: Date): void {
    this.modifiedAt = now;
  }

  /** A disabled user may neither sign in nor use a token. The caller has to end the user's sessions. */
  setEnabled(isEnabled: boolean, now: Date): void {
    this.isEnabled = isEnabled;
    this.modifiedAt = now;
  }

  /** Sets the password; 400 unless it has 10 to 200 characters. The caller has to end the user's sessions. */
  async setPassword(password: string): Promise<void> {
    const { min, max } = passwordLength;
    if (!isAcceptablePassword(password)) throw invalid({ path: 'password', message: `must have ${min} to ${max} characters` });
    this.passwordHash = await hashPassword(password);
  }
}
UserSchema.setClass(User);

function mayCreate(principal: Principal, { roles, member_of: memberships = [] }: UserCreate): boolean {
  if (principal.isAdmin) return true;
  // An organization that the principal does not see is a bad reference (400), not a missing right. That is checked later.
  const managed = memberships.every(({ organization: { gid } }) => principal.manages.includes(gid) || !principal.memberOf.includes(gid));
  const asksForAdmin = roles !== undefined || memberships.some(({ is_manager: isManager }) => isManager === true);
  return principal.manages.length > 0 && memberships.length > 0 && managed && !asksForAdmin;
}

function mobileOf({ mobile, mobile_phone: mobilePhone }: UserCreate): string | null {
  if (mobile !== undefined && mobilePhone !== undefined && mobile !== mobilePhone)
    throw invalid({ path: 'mobile', message: 'must equal mobile_phone when both are given' });
  return mobile ?? mobilePhone ?? null;
}
