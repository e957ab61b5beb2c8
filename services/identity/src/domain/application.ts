import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { newGid } from '@partner-ordering/kernel';

/** What an application may ask the token endpoint for. */
export type Grant = 'client_credentials' | 'password' | 'refresh_token';
export const grants: readonly Grant[] = ['client_credentials', 'password', 'refresh_token'];

export type Scope = 'base' | 'files' | 'upload_files';
export const scopes: readonly Scope[] = ['base', 'files', 'upload_files'];
/** Granted when a request names none. */
export const defaultScopes: readonly Scope[] = ['base'];

/** How long the old secret stays valid after a rotation. */
export const SECRET_GRACE_MS = 24 * 3600 * 1000;

/** One secret of an application. Only its SHA-256 is kept, which is enough for 256 random bits. */
export interface ClientSecret {
  /** SHA-256 in hexadecimal. */
  hash: string;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601; null = until rotated. */
  expires_at: string | null;
}

const ApplicationSchema = defineEntity({
  name: 'Application',
  tableName: 'application',
  properties: {
    gid: p.uuid().primary(),
    clientId: p.text(),
    name: p.text(),
    grants: p.array<Grant>(),
    /** The scopes that it may ask for. */
    scopes: p.array<Scope>(),
    /** Gids of organizations: only their members may use the password grant. Empty means everybody. */
    organizations: p.array(),
    /** Gid of the user that `client_credentials` acts as. */
    technicalUser: p.uuid().strictNullable(),
    secrets: p.json<ClientSecret[]>(),
    isEnabled: p.boolean(),
    /** Its `X-Forwarded-For` names the end user that a token request is for, see `oauth/origin.ts`. */
    passesOnAddresses: p.boolean(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
  },
});

export interface NewApplication {
  clientId: string;
  name: string;
  grants: readonly Grant[];
  /** All, unless they are given. */
  scopes?: readonly Scope[];
  organizations?: readonly string[];
  technicalUser?: string | null;
  passesOnAddresses?: boolean;
}

/** A partner's software that asks for tokens (RFC 6749: a confidential client). */
export class Application extends ApplicationSchema.class {
  /** The gid is new. Without `secret` (demo data gives one) a random one is made, which nobody can read later. */
  static register(given: NewApplication, now: Date, secret: string = newSecret()): { application: Application; secret: string } {
    const application = new Application();
    application.gid = newGid();
    application.clientId = given.clientId;
    application.name = given.name;
    application.grants = [...given.grants];
    application.scopes = [...(given.scopes ?? scopes)];
    application.organizations = [...(given.organizations ?? [])];
    application.technicalUser = given.technicalUser ?? null;
    application.secrets = [{ hash: sha256(secret), created_at: now.toISOString(), expires_at: null }];
    application.isEnabled = true;
    application.passesOnAddresses = given.passesOnAddresses ?? false;
    application.createdAt = now;
    application.modifiedAt = null;
    return { application, secret };
  }

  /** Makes a new secret. The previous one stays valid for the grace time, older ones end now. */
  rotateSecret(now: Date): string {
    const secret = newSecret();
    const graceEnd = new Date(now.getTime() + SECRET_GRACE_MS).toISOString();
    const current = this.secrets.find((one) => one.expires_at === null);
    const added: ClientSecret = { hash: sha256(secret), created_at: now.toISOString(), expires_at: null };
    this.secrets = current === undefined ? [added] : [added, { ...current, expires_at: graceEnd }];
    this.modifiedAt = now;
    return secret;
  }

  /** Compares in constant time with every secret that is valid now. */
  hasSecret(secret: string, now: Date): boolean {
    const valid = this.secrets.filter((one) => one.expires_at === null || Date.parse(one.expires_at) > now.getTime());
    return secretMatchesAny(secret, valid);
  }

  /** A disabled one gets no tokens. The caller has to end its sessions. */
  setEnabled(isEnabled: boolean, now: Date): void {
    this.isEnabled = isEnabled;
    this.modifiedAt = now;
  }

  /** Believes or ignores the addresses of end users that it passes on. */
  setPassesOnAddresses(passesOnAddresses: boolean, now: Date): void {
    this.passesOnAddresses = passesOnAddresses;
    this.modifiedAt = now;
  }

  /** Lists the scopes that it may ask for from now on. Tokens that were given out keep theirs until they end. */
  setScopes(given: readonly Scope[], now: Date): void {
    this.scopes = scopes.filter((scope) => given.includes(scope));
    this.modifiedAt = now;
  }

  mayUse(grant: Grant): boolean {
    return this.grants.includes(grant);
  }

  /** Those of these scopes that it may ask for. */
  mayAskFor(asked: readonly Scope[]): Scope[] {
    return asked.filter((scope) => this.scopes.includes(scope));
  }

  /** Whether a user with these memberships may sign in through this application with a password. */
  admits(memberOf: readonly string[]): boolean {
    return this.organizations.length === 0 || this.organizations.some((organization) => memberOf.includes(organization));
  }
}
ApplicationSchema.setClass(Application);
export { ApplicationSchema };

/** 256 random bits in URL-safe characters, so that HTTP Basic carries them unchanged. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Secrets and refresh tokens are stored in this form: SHA-256 in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An empty list is compared with a hash that matches nothing, so that an unknown client takes as long as a known one. */
export function secretMatchesAny(secret: string, secrets: readonly ClientSecret[]): boolean {
  const given = Buffer.from(sha256(secret));
  const hashes = secrets.length === 0 ? ['0'.repeat(64)] : secrets.map((one) => one.hash);
  return hashes.map((hash) => timingSafeEqual(given, Buffer.from(hash))).includes(true);
}
