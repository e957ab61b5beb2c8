import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Queryable } from '@partner-ordering/data';
import { invalid, mustBeAdmin, newGid, type Principal } from '@partner-ordering/kernel';
import type { ApplicationCreate, ApplicationUpdate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { isTester, type Account } from './account.ts';
import { validRedirectUris, isSameRedirect } from './redirect-uris.ts';
import { newSecret, secretMatchesAny, sha256, type ClientSecret } from './secret.ts';

/** A grant type of the token endpoint. */
export type Grant = 'authorization_code' | 'client_credentials' | 'password' | 'refresh_token';
export const grants: readonly Grant[] = ['authorization_code', 'client_credentials', 'password', 'refresh_token'];
/** A grant that starts a session. */
export type SessionGrant = Exclude<Grant, 'refresh_token'>;
/** Grants by which people sign in. */
export const personGrants: readonly SessionGrant[] = ['authorization_code', 'password'];
export const sessionGrants: readonly SessionGrant[] = ['authorization_code', 'client_credentials', 'password'];

export type Scope = 'base' | 'files' | 'upload_files';
export const scopes: readonly Scope[] = ['base', 'files', 'upload_files'];
/** Granted when a request names none. */
export const defaultScopes: readonly Scope[] = ['base'];
const publicGrants: readonly Grant[] = ['authorization_code', 'refresh_token'];
/** Scopes of a public application unless an admin names more: by default its tokens can only upload and read files. */
const publicScopes: readonly Scope[] = ['files', 'upload_files'];

export const ApplicationSchema = defineEntity({
  name: 'Application',
  tableName: 'application',
  properties: {
    gid: p.uuid().primary(),
    clientId: p.text(),
    name: p.text(),
    grants: p.array<Grant>(),
    scopes: p.array<Scope>(),
    /** Addresses to which codes of its authorization requests may go. */
    redirectUris: p.array(),
    /** It has no secret, since anyone who uses it could read it. */
    isPublic: p.boolean(),
    /** Only those of `isTester` may sign in. Not in the database: `findClient` sets it. */
    isForTesters: p.boolean().persist(false),
    /** Gids of organizations: only their members may sign in. Empty means everybody. */
    organizations: p.array(),
    /** Gid of the user that `client_credentials` acts as. */
    technicalUser: p.uuid().strictNullable(),
    secrets: p.json<ClientSecret[]>(),
    isEnabled: p.boolean(),
    /** Whether its `X-Forwarded-For` names the end user of a token request, see `oauth/login-source.ts`. */
    passesOnAddresses: p.boolean(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    /** The row stays until its sessions end. */
    deletedAt: p.datetime().strictNullable(),
  },
});

export interface NewApplication {
  clientId: string;
  name: string;
  grants: readonly Grant[];
  /** All unless they are given. */
  scopes?: readonly Scope[];
  organizations?: readonly string[];
  technicalUser?: string | null;
  passesOnAddresses?: boolean;
}

/** The rows that a request about an application names; undefined for those missing. */
export interface ReferencedRows {
  organizations: readonly ({ gid: string } | undefined)[];
  /** The technical user, who cannot be deleted before the transaction ends. */
  user: { gid: string } | undefined;
}

/** A partner's software that asks for tokens (RFC 6749: a client). */
export class Application extends ApplicationSchema.class {
  /** Only admins create applications (403). The client id and the secret, unless it is public, are made here; 400 for what cannot work. */
  static create(
    principal: Principal,
    { is_public: isPublic = false, ...body }: ApplicationCreate,
    rows: ReferencedRows,
    now: Date,
  ): { application: Application; secret: string | null } {
    mustBeAdmin(principal, 'create', 'application');
    const fields = { clientId: newGid(), name: body.name, grants: body.grants };
    const registered = isPublic
      ? { application: Application.registerPublic(fields, now), secret: null }
      : Application.register(fields, now);
    change(registered.application, body, rows);
    return registered;
  }

  /** The gid is new. Without `secret` (demo data gives one) a random one is made, which nobody can read later. */
  static register(fields: NewApplication, now: Date, secret: string = newSecret()): { application: Application; secret: string } {
    const secrets = [{ hash: sha256(secret), created_at: now.toISOString(), expires_at: null }];
    return { application: newApplication({ scopes, ...fields }, secrets, now), secret };
  }

  /** An application without a secret. */
  static registerPublic(fields: NewApplication, now: Date): Application {
    return Object.assign(newApplication({ scopes: publicScopes, ...fields }, [], now), { isPublic: true });
  }

  /** Changes the given fields; 400 if the result cannot work. Returns the sessions that the caller must end, as in `SessionFilter`. */
  update(
    body: ApplicationUpdate,
    now: Date,
    rows: ReferencedRows = { organizations: [], user: undefined },
  ): { grants: SessionGrant[]; outside: string[] } {
    if (Object.keys(body).length === 0) return { grants: [], outside: [] };
    const previous = { technicalUser: this.technicalUser, scopes: this.scopes, organizations: this.organizations };
    change(this, body, rows);
    if (body.is_enabled !== undefined) this.isEnabled = body.is_enabled;
    this.modifiedAt = now;
    const isFullEnd = !this.isEnabled || this.mayAskFor(previous.scopes).length < previous.scopes.length;
    const keepsUser = (grant: SessionGrant) => grant !== 'client_credentials' || this.technicalUser === previous.technicalUser;
    const isNarrowed = previous.organizations.length === 0 || previous.organizations.some((one) => !this.organizations.includes(one));
    return {
      grants: sessionGrants.filter((grant) => isFullEnd || !this.mayUse(grant) || !keepsUser(grant)),
      outside: isNarrowed ? this.organizations : [],
    };
  }

  /** It gets no tokens, and nobody sees it. The caller must end its sessions. */
  delete(now: Date): void {
    Object.assign(this, { isEnabled: false, secrets: [], deletedAt: now, modifiedAt: now });
  }

  /** Makes a new secret; 400 for a public one. The previous one stays valid for the grace time, which may be 0; older ones end now. */
  rotateSecret(now: Date, graceMs: number): { secret: string; previousUntil: Date | null } {
    if (this.isPublic) throw invalid(faults.no_secret('gid'));
    const secret = newSecret();
    const graceEnd = new Date(now.getTime() + graceMs);
    const current = this.secrets.find((one) => one.expires_at === null);
    const newSecretRow: ClientSecret = { hash: sha256(secret), created_at: now.toISOString(), expires_at: null };
    this.secrets = current === undefined ? [newSecretRow] : [newSecretRow, { ...current, expires_at: graceEnd.toISOString() }];
    this.modifiedAt = now;
    return { secret, previousUntil: current === undefined ? null : graceEnd };
  }

  /** Compares in constant time with every secret that is valid now. */
  hasSecret(secret: string, now: Date): boolean {
    const valid = this.secrets.filter((one) => one.expires_at === null || Date.parse(one.expires_at) > now.getTime());
    return secretMatchesAny(secret, valid);
  }

  mayUse(grant: Grant): boolean {
    return this.grants.includes(grant) && (!this.isPublic || publicGrants.includes(grant));
  }

  /** The requested scopes that it may have. */
  mayAskFor(requestedScopes: readonly Scope[]): Scope[] {
    return requestedScopes.filter((scope) => this.scopes.includes(scope));
  }

  /** Whether a code may go to this URI: one of its own, to the letter. */
  redirectsTo(uri: string): boolean {
    return this.redirectUris.some((one) => isSameRedirect(one, uri));
  }

  /** Whether a user may sign in through this application. */
  async admits(database: Queryable, { gid, memberOf }: Account): Promise<boolean> {
    if (this.isForTesters && !(await isTester(database, gid))) return false;
    return this.organizations.length === 0 || this.organizations.some((organization) => memberOf.includes(organization));
  }
}
ApplicationSchema.setClass(Application);

function newApplication(
  { grants: mayUse, scopes: mayAskFor, organizations = [], ...fields }: NewApplication & { scopes: readonly Scope[] },
  secrets: ClientSecret[],
  now: Date,
): Application {
  return Object.assign(new Application(), {
    gid: newGid(),
    technicalUser: null,
    passesOnAddresses: false,
    isEnabled: true,
    isPublic: false,
    isForTesters: false,
    redirectUris: [],
    ...fields,
    grants: [...mayUse],
    scopes: [...mayAskFor],
    organizations: [...organizations],
    secrets,
    createdAt: now,
    modifiedAt: null,
    deletedAt: null,
  });
}

function change(
  application: Application,
  { name, grants: mayUse, scopes: mayAskFor, ...body }: ApplicationUpdate,
  rows: ReferencedRows,
): void {
  if (name !== undefined) application.name = name;
  if (mayUse) application.grants = grants.filter((grant) => mayUse.includes(grant));
  if (mayAskFor) application.scopes = scopes.filter((scope) => mayAskFor.includes(scope));
  if (body.redirect_uris) application.redirectUris = validRedirectUris(body.redirect_uris);
  if (body.organizations)
    application.organizations = [...new Set(rows.organizations.map((one, index) => (one ?? doesNotExist(`organizations.${index}`)).gid))];
  if (body.user !== undefined) application.technicalUser = body.user && (rows.user ?? doesNotExist('user')).gid;
  if (mayUse !== undefined || body.user !== undefined || body.redirect_uris !== undefined) checkGrants(application);
}

/** 400 for grants that cannot work. */
function checkGrants({ grants: mayUse, isPublic, technicalUser, redirectUris }: Application): void {
  if (isPublic && mayUse.some((grant) => !publicGrants.includes(grant))) throw invalid(faults.grant_not_allowed('grants'));
  if (!sessionGrants.some((grant) => mayUse.includes(grant))) throw invalid(faults.grant_missing('grants'));
  if (mayUse.includes('client_credentials') && technicalUser === null)
    throw invalid(faults.required_for_grant('user', { grant: 'client_credentials' }));
  if (mayUse.includes('authorization_code') && redirectUris.length === 0)
    throw invalid(faults.required_for_grant('redirect_uris', { grant: 'authorization_code' }));
}

function doesNotExist(path: string): never {
  throw invalid(faults.not_found(path));
}
