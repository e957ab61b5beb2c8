import { Migration } from '@mikro-orm/migrations';

/** Credit notes, what they take off receipts, and the series of their numbers. */
export class CreditNotes extends Migration {
  up(): void {
    this.addSql(`alter table receipt add column credited_amount_minor bigint not null default 0,
      add column credited_vat_minor bigint not null default 0, add column paid_minor bigint`);
    this.addSql(`insert into number_series (name, year, last_number) values ('credit_note', 0, 0), ('test_credit_note', 0, 0)`);
    this.addSql(`create table credit_note (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      number text not null constraint credit_note_number unique, organization_gid uuid not null, receipt_gid uuid not null, project_gid uuid not null,
      reason text not null, amount_minor bigint not null, vat_rule text not null, vat_rate int not null, vat_minor bigint not null,
      total_minor bigint not null, currency text not null, is_test boolean not null, content jsonb not null, file_url text)`);
    for (const [name, order] of [
      ['gid', 'gid'],
      ['created_at', 'created_at, gid'],
      ['modified_at', 'coalesce(modified_at, created_at), gid'],
    ])
      this.addSql(`create index credit_note_organization_${name} on credit_note (organization_gid, ${order})`);
    for (const name of ['receipt', 'project']) this.addSql(`create index credit_note_${name} on credit_note (${name}_gid)`);
    this.addSql(`create or replace view attached_file as
      select 'receipt-' || gid || '.pdf' as path, gid from receipt where file_url is not null
      union all select 'credit-note-' || gid || '.pdf', gid from credit_note where file_url is not null`);
  }

  override down(): void {
    this.addSql(`create or replace view attached_file as
      select 'receipt-' || gid || '.pdf' as path, gid from receipt where file_url is not null`);
    this.addSql('drop table credit_note');
    this.addSql(`delete from number_series where name in ('credit_note', 'test_credit_note')`);
    this.addSql(`delete from job where name = 'render_credit_note'`);
    this.addSql(`delete from shared_state where type = 'credit_note'`);
    this.addSql('alter table receipt drop column credited_amount_minor, drop column credited_vat_minor, drop column paid_minor');
  }
}
