import { Migration } from '@mikro-orm/migrations';
import { searchColumns } from '@partner-ordering/data';

/** Organizations, users and memberships. */
export class Identity extends Migration {
  override up(): void {
    this.addSql(`create table organization (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      name text not null, hostname text constraint organization_hostname unique, vat text,
      billing_address jsonb not null, billing_contact jsonb not null, test boolean not null,
      parent_gid uuid references organization deferrable initially deferred,
      credit_limit_minor bigint, credit_limit_currency text)`);
    this.addSql('create index organization_parent on organization (parent_gid)');

    this.addSql(`create table "user" (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      email text not null, pending_email text, firstname text not null, lastname text not null, locale text not null,
      phone text, mobile_phone text, roles text[] not null, is_enabled boolean not null, password_hash text)`);
    this.addSql('create unique index user_email on "user" (lower(email))');
    const words = "firstname || ' ' || lastname || ' ' || email";
    searchColumns('user', { short: words, long: words }).forEach((statement) => this.addSql(statement));

    this.addSql(`create table membership (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      user_gid uuid not null references "user" deferrable initially deferred,
      organization_gid uuid not null references organization deferrable initially deferred,
      budget_minor bigint, budget_currency text, is_manager boolean not null,
      constraint membership_user_organization unique (user_gid, organization_gid))`);
    this.addSql('create index membership_organization on membership (organization_gid, user_gid)');
  }

  override down(): void {
    ['membership', '"user"', 'organization'].forEach((table) => this.addSql(`drop table ${table}`));
  }
}
