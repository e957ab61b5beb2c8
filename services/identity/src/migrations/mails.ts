import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@partner-ordering/data';

/** The tokens of links in mails; the mails that were given up, which stand in the queue. */
class MailTables extends Migration {
  override up(): void {
    this.addSql(`create table mail_token (
      gid uuid primary key, purpose text not null, subject_gid uuid not null, address text not null, hashes text[] not null,
      created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz)`);
    this.addSql('create index mail_token_hashes on mail_token using gin (hashes)');
    this.addSql('create index mail_token_subject on mail_token (subject_gid, purpose, created_at)');
    this.addSql(`create view undelivered_mail as
      select (data->>'gid')::uuid as gid, added_at as created_at, given_up_at as modified_at, substr(name, 6) as kind, data->>'to' as to,
        regexp_replace(coalesce(last_error, ''), '^Error: ', '') as reason, attempts
      from job where starts_with(name, 'mail_') and given_up_at is not null`);
  }

  override down(): void {
    this.addSql('drop view undelivered_mail');
    this.addSql('drop table mail_token');
  }
}

/** Those whom the version before makes have read a mail, or have no password yet. */
class ConfirmedAddresses extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column is_email_confirmed boolean not null default true');
  }

  override down(): void {
    this.addSql('alter table "user" drop column is_email_confirmed');
  }
}

/** Invitations; they go when they are used. */
class Invitations extends Migration {
  override up(): void {
    this.addSql(`create table invitation (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      token text not null constraint invitation_token unique, email text not null,
      organization_gid uuid not null references organization deferrable initially deferred,
      budget_minor bigint, budget_currency text, is_manager boolean not null, invited_by uuid not null, expires_at timestamptz not null)`);
    this.addSql('create unique index invitation_organization_email on invitation (organization_gid, lower(email))');
  }

  override down(): void {
    this.addSql('drop table invitation');
  }
}

/** Counts mails by who gets them. */
class MailCounts extends Migration {
  override up(): void {
    this.addSql('create index mail_token_address on mail_token (lower(address), purpose, created_at)');
  }

  override down(): void {
    this.addSql('drop index mail_token_address');
  }
}

export const mailCountMigrations: MigrationList = [{ name: 'identity-017-mail-counts', class: MailCounts }];

export const mailMigrations: MigrationList = [
  { name: 'identity-004-mails', class: MailTables },
  { name: 'identity-005-confirmed-addresses', class: ConfirmedAddresses },
  { name: 'identity-006-invitations', class: Invitations },
];
