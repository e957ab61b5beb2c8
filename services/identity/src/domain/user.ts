import { isDeepStrictEqual } from 'node:util';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { markModified, sql, type Queryable } from '@partner-ordering/data';
import { imageIn } from '@partner-ordering/writes';
import { forbidden, invalid, newGid, type Principal } from '@partner-ordering/kernel';
import type { FileDescription } from '@partner-ordering/service-client';
import type { MeUpdate, Role, UserCreate, UserUpdate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { endMailTokens } from './mail-token.ts';
import { checkNames } from './people/names.ts';
import { switchedOffKinds } from './people/notifications.ts';
import { managesAll, mustCreate, type MembershipRole } from './people/rights.ts';

export const UserSchema = defineEntity({
  name: 'User',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    /** As the user writes it. It is unique without regard to case. */
    email: p.string(),
    pendingEmail: p.string().strictNullable(),
    /** False for a user who signed up without the code of the mail: the address may be another person's. */
    isEmailConfirmed: p.boolean(),
    firstname: p.string(),
    lastname: p.string(),
    locale: p.string(),
    phone: p.string().strictNullable(),
    mobilePhone: p.string().strictNullable(),
    roles: p.array<Role>(),
    isEnabled: p.boolean(),
    /** argon2id in PHC format; null until a password is set. */
    passwordHash: p.text().strictNullable(),
    avatarPath: p.string().strictNullable(),
    /** Address of the uploaded avatar; null for a picture of the initials. Its variations are found by appending their names. */
    avatarUrl: p.string().strictNullable(),
    /** Kinds of mails that the user does not want. */
    notificationsOff: p.array(),
    /** The time of the erasure. The row stays, as others name it. */
    deletedAt: p.datetime().strictNullable(),
  },
});

/** The name of a deleted user in their orders and texts. */
const erasedNames = { firstname: 'Deleted', lastname: 'user', locale: 'en' } as const;

/** A person who signs in, or the technical user of an application. */
export class User extends UserSchema.class {
  /** Admins create users; managers create users of the organizations they manage (403). Users cannot sign in before a password is set. */
  static create(principal: Principal, body: UserCreate, now: Date): User {
    mustCreate(principal, body);
    return User.#make(body, now);
  }

  /** The account of an invited person. Without the code of the mail its address is not confirmed. */
  static signUp({ isConfirmed, ...fields }: Omit<UserCreate, 'roles' | 'member_of'> & { isConfirmed: boolean }, now: Date): User {
    return Object.assign(User.#make(fields, now), { isEmailConfirmed: isConfirmed });
  }

  static #make(body: UserCreate, now: Date): User {
    const { email, firstname, lastname, locale = 'en', phone = null, roles = [] } = body;
    checkNames({ firstname, lastname });
    return Object.assign(new User(), {
      gid: newGid(),
      createdAt: now,
      modifiedAt: null,
      email: email.normalize('NFC'),
      pendingEmail: null,
      // Nobody can sign in before the link of a mail to the address was used.
      isEmailConfirmed: true,
      firstname,
      lastname,
      locale,
      phone,
      // Null equals an absent value here: one of the two is enough.
      mobilePhone: mobileOf({ mobile: body.mobile ?? body.mobile_phone, mobile_phone: body.mobile_phone ?? body.mobile }),
      roles: rolesOf(roles),
      isEnabled: true,
      passwordHash: null,
      avatarPath: null,
      avatarUrl: null,
      notificationsOff: [],
      deletedAt: null,
    });
  }

  /** Admins sign in and have every right as long as this is true. */
  get isActiveAdmin(): boolean {
    return this.isEnabled && this.roles.includes('admin');
  }

  /** Whether this is the user's address, ignoring the case of ASCII letters: only that case is the same to every mail server. */
  hasAddress(address: string): boolean {
    const folded = (text: string) => text.normalize('NFC').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    return folded(address) === folded(this.email);
  }

  /**
   * Call it before the user, whose row is locked, joins. 400 at `path` for a second organization without a confirmed address, which would
   * trust an address that may be another person's.
   */
  async join(tx: Queryable, { path, now }: { path: string; now: Date }): Promise<void> {
    const mayJoin = this.isEmailConfirmed || (await tx.query(sql`select from membership where user_gid = ${this.gid}`)).length === 0;
    if (!mayJoin) throw invalid(faults.email_not_confirmed(path));
    markModified(this, now);
    await this.endPendingEmail(tx, now);
  }

  /** Ends the pending address and its links on every change of rights or password, so that the requester cannot gain these. */
  async endPendingEmail(tx: Queryable, now: Date): Promise<void> {
    if (this.pendingEmail !== null) Object.assign(this, { pendingEmail: null, modifiedAt: now });
    await endMailTokens(tx, { subject: this.gid, purposes: ['email'] }, now);
  }

  /** Whether these are all of the user's roles; every user has the role `user`. */
  hasRoles(roles: readonly Role[]): boolean {
    return isDeepStrictEqual(new Set(rolesOf(roles)), new Set(this.roles));
  }

  /** Whether an address is given that differs from the user's own. */
  changesEmail({ email }: Pick<MeUpdate, 'email'>): boolean {
    return email !== undefined && email.normalize('NFC') !== this.email;
  }

  /** A disabled user may neither sign in nor use a token. The caller has to end the user's sessions. */
  setEnabled(isEnabled: boolean, now: Date): void {
    this.isEnabled = isEnabled;
    this.modifiedAt = now;
  }

  /** Changes the given fields. Another email address waits as `pendingEmail`. */
  update(body: MeUpdate, now: Date): void {
    const { firstname = this.firstname, lastname = this.lastname, locale = this.locale, phone = this.phone } = body;
    const email = body.email?.normalize('NFC') ?? this.email;
    const mobilePhone = body.mobile === undefined && body.mobile_phone === undefined ? this.mobilePhone : mobileOf(body);
    checkNames({ firstname, lastname }, this);
    if (Object.keys(body).length > 0) {
      const pendingEmail = this.changesEmail(body) ? email : this.pendingEmail;
      const notificationsOff = switchedOffKinds(this.notificationsOff, body.notifications);
      Object.assign(this, { firstname, lastname, locale, phone, mobilePhone, pendingEmail, notificationsOff, modifiedAt: now });
    }
  }

  /**
   * Changes the given fields. Managers change users whose memberships they all manage, but no admins. Only admins change roles,
   * `is_enabled`, and the address of a technical user or one with a password; nobody their own, which takes the password (403). The caller
   * checks the last admin and ends sessions.
   */
  updateBy(
    principal: Principal,
    { roles, is_enabled: isEnabled, ...body }: UserUpdate,
    { memberships, isTechnical, now }: { memberships: readonly MembershipRole[]; isTechnical: boolean; now: Date },
  ): void {
    const changesEmail = this.changesEmail(body);
    if (changesEmail && principal.user === this.gid) throw forbidden('update', 'user');
    const asksForMore = roles !== undefined || isEnabled !== undefined;
    const isGuarded = this.roles.includes('admin') || (changesEmail && (this.passwordHash !== null || isTechnical));
    const needs = asksForMore || isGuarded || memberships.length === 0 ? 'admin' : 'manager';
    if (!principal.isAdmin && (needs === 'admin' || !managesAll(principal, memberships))) throw forbidden('update', 'user', needs);
    if (roles !== undefined) Object.assign(this, { roles: rolesOf(roles), modifiedAt: now });
    if (isEnabled !== undefined) this.setEnabled(isEnabled, now);
    this.update(body, now);
  }

  /** Sets the avatar; null restores the picture of the initials. 400 for a file that is not shown as an image. */
  setAvatar(file: FileDescription | null): void {
    const { path: avatarPath, url: avatarUrl } = imageIn(file, 'avatar.url');
    Object.assign(this, { avatarPath, avatarUrl });
  }

  /** Erases the person. Nobody can sign in, and the address is free. */
  erase(now: Date): void {
    // A name that no mail server has (RFC 2606).
    const email = `${this.gid}@deleted.invalid`;
    const clearedFields = { pendingEmail: null, phone: null, mobilePhone: null, passwordHash: null, avatarPath: null, avatarUrl: null };
    const erasedFields = { email, roles: ['user'], isEnabled: false, notificationsOff: [], deletedAt: now, modifiedAt: now };
    Object.assign(this, { ...erasedNames, ...clearedFields, ...erasedFields });
  }

  /** Makes the pending address the user's own. False if it is not, or no longer, the confirmed one. */
  confirmPendingEmail(address: string, now: Date): boolean {
    if (this.pendingEmail !== address) return false;
    Object.assign(this, { email: address, pendingEmail: null, isEmailConfirmed: true, modifiedAt: now });
    return true;
  }

  /** Restores a former address, as the link of a mail to it was used. The caller has to end sessions and the pending address. */
  restoreEmail(address: string, now: Date): void {
    Object.assign(this, { email: address, isEmailConfirmed: true, modifiedAt: now });
  }

  /** Sets the password, which `checkPassword` has checked. The caller has to end the user's sessions and the pending address. */
  setPassword(passwordHash: string): void {
    this.passwordHash = passwordHash;
  }
}
UserSchema.setClass(User);

const rolesOf = (roles: readonly Role[]): Role[] => [...new Set<Role>(['user', ...roles])];

type Mobile = string | null | undefined;

/** The mobile number, which has two names; 400 where they say two things. */
function mobileOf({ mobile, mobile_phone: mobilePhone }: { mobile?: Mobile; mobile_phone?: Mobile }): string | null {
  if (mobile !== undefined && mobilePhone !== undefined && mobile !== mobilePhone)
    throw invalid(faults.fields_differ('mobile', { field: 'mobile_phone' }));
  return mobile ?? mobilePhone ?? null;
}
