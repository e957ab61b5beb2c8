import { Migration } from '@mikro-orm/migrations';

/** Payment sources, receipts, and the series of their numbers. */
export class Billing extends Migration {
  up(): void {
    this.addSql(`create table payment_source (
      organization_gid uuid constraint payment_source_key primary key, gid uuid not null unique,
      created_at timestamptz not null, modified_at timestamptz, rid text not null, reference text, last_digits text)`);

    // One row per series. Its lock serializes the numbering. Each year starts at 1.
    this.addSql('create table number_series (name text primary key, year int not null, last_number int not null)');
    this.addSql(`insert into number_series (name, year, last_number) values ('receipt', 0, 0), ('test_receipt', 0, 0)`);

    this.addSql(`create table receipt (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      number text not null constraint receipt_number unique, project_gid uuid not null constraint receipt_project unique,
      status text not null, failure text, paid_at timestamptz,
      organization_gid uuid not null, user_gid uuid not null,
      amount_minor bigint not null, vat_rule text not null, vat_rate int not null, vat_minor bigint not null, total_minor bigint not null,
      currency text not null, is_test boolean not null, payment_rid text, content jsonb not null, file_url text)`);
    for (const scope of ['organization_gid', 'user_gid']) {
      this.addSql(`create index receipt_${scope}_gid on receipt (${scope}, gid)`);
      this.addSql(`create index receipt_${scope}_created_at on receipt (${scope}, created_at, gid)`);
    }
    this.addSql('create index receipt_created_at on receipt (created_at, gid)');
    this.addSql(`create index receipt_unpaid on receipt (organization_gid) where status <> 'paid'`);
    this.addSql(`create index receipt_to_charge on receipt (gid) where status = 'open' and payment_rid is not null`);
    this.addSql('create index receipt_without_file on receipt (gid) where file_url is null');
  }

  override down(): void {
    ['receipt', 'number_series', 'payment_source'].forEach((table) => this.addSql(`drop table ${table}`));
  }
}
