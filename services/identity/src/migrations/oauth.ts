import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@partner-ordering/data';

/** Applications, sessions, refresh tokens, revocations, signing keys, counts of wrong passwords. */
class OAuthTables extends Migration {
  override up(): void {
    this.addSql(`
      create table application (
        gid uuid primary key,
        client_id text not null unique,
        name text not null,
        grants text[] not null,
        organizations text[] not null,
        technical_user uuid,
        secrets jsonb not null,
        is_enabled boolean not null,
        created_at timestamptz not null,
        modified_at timestamptz
      )`);
    this.addSql(`
      create table session (
        gid uuid primary key,
        user_gid uuid not null,
        application_gid uuid not null references application on delete cascade,
        grant_type text not null,
        created_at timestamptz not null,
        ends_at timestamptz not null,
        revoked_at timestamptz
      )`);
    this.addSql('create index session_user_gid on session (user_gid)');
    this.addSql('create index session_application_gid on session (application_gid)');
    this.addSql('create index session_ends_at on session (ends_at)');
    this.addSql('create index session_revoked_at on session (revoked_at) where revoked_at is not null');
    this.addSql(`
      create table refresh_token (
        hash text primary key,
        session_gid uuid not null references session on delete cascade,
        scope text[] not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz
      )`);
    this.addSql('create index refresh_token_session_gid on refresh_token (session_gid)');
    this.addSql('create index refresh_token_expires_at on refresh_token (expires_at)');
    this.addSql(`
      create table revocation (
        seq bigint generated always as identity primary key,
        session_gid uuid not null unique,
        expires_at timestamptz not null
      )`);
    this.addSql(`
      create table signing_key (
        gid uuid primary key,
        private_key text not null,
        public_jwk jsonb not null,
        created_at timestamptz not null,
        signs_from timestamptz not null,
        expires_at timestamptz
      )`);
    this.addSql(`
      create table sign_in_attempt (
        account text primary key,
        failures integer not null,
        failed_at timestamptz not null,
        closed_until timestamptz not null
      )`);
    this.addSql('create index sign_in_attempt_failed_at on sign_in_attempt (failed_at)');
  }

  override down(): void {
    this.addSql('drop table sign_in_attempt, signing_key, revocation, refresh_token, session, application');
  }
}

/** Failed sign-ins by account and place, and the places where people usually sign in. The previous version counts in `sign_in_attempt`. */
class SignInPlaces extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in_failure (
        account text not null,
        place text not null,
        failures integer not null,
        failed_at timestamptz not null,
        next_at timestamptz not null,
        primary key (account, place)
      )`);
    this.addSql('create index sign_in_failure_place on sign_in_failure (place, failed_at)');
    this.addSql('create index sign_in_failure_failed_at on sign_in_failure (failed_at)');
    this.addSql(`
      create table usual_place (
        account text not null,
        place text not null,
        signed_in_at timestamptz not null,
        primary key (account, place)
      )`);
    this.addSql('create index usual_place_signed_in_at on usual_place (signed_in_at)');
  }

  override down(): void {
    this.addSql('drop table usual_place, sign_in_failure');
  }
}

/** Whether an application is believed when it says for which end user's address it asks. */
class PassesOnAddresses extends Migration {
  override up(): void {
    this.addSql('alter table application add column passes_on_addresses boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table application drop column passes_on_addresses');
  }
}

/** Which scopes an application may ask for: all, unless it is said otherwise. The previous version leaves the column to its default. */
class ApplicationScopes extends Migration {
  override up(): void {
    this.addSql(`alter table application add column scopes text[] not null default '{base,files,upload_files}'`);
  }

  override down(): void {
    this.addSql('alter table application drop column scopes');
  }
}

/**
 * Applications that were deleted, until the sessions through them are over. The version before shows them nowhere, and takes them for
 * disabled ones.
 */
class DeletedApplications extends Migration {
  override up(): void {
    this.addSql('alter table application add column deleted_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table application drop column deleted_at');
  }
}

/** Counts failed sign-ins and the mails that somebody causes, in the form of `rate-limiter-flexible`. What was counted before goes. */
class RateLimits extends Migration {
  override up(): void {
    this.addSql('create table rate_limit (key varchar(255) primary key, points int not null default 0, expire bigint)');
    this.addSql('create index rate_limit_expire on rate_limit (expire)');
    for (const table of ['sign_in_attempt', 'sign_in_failure', 'usual_place']) this.addSql(`delete from ${table}`);
  }

  override down(): void {
    this.addSql('drop table rate_limit');
  }
}

export const rateLimitMigrations: MigrationList = [{ name: 'identity-018-rate-limits', class: RateLimits }];

export const oauthMigrations: MigrationList = [{ name: 'identity-oauth-001-tables', class: OAuthTables }];

export const signInMigrations: MigrationList = [
  { name: 'identity-oauth-002-sign-in-places', class: SignInPlaces },
  { name: 'identity-oauth-003-passes-on-addresses', class: PassesOnAddresses },
];

export const applicationMigrations: MigrationList = [{ name: 'identity-oauth-004-application-scopes', class: ApplicationScopes }];

export const deletedApplicationMigrations: MigrationList = [
  { name: 'identity-oauth-005-deleted-applications', class: DeletedApplications },
];
