import { Migration } from '@mikro-orm/migrations';

const files = `select 'receipt-' || gid || '.pdf' as path, gid from receipt where file_url is not null
  union all select 'credit-note-' || gid || '.pdf', gid from credit_note where file_url is not null`;

/** Invoices, the series of their numbers, and which invoice holds a receipt, with what was left of it then. */
export class Invoices extends Migration {
  up(): void {
    this.addSql(
      `alter table receipt add column invoice_gid uuid, add column invoiced_amount_minor bigint, add column invoiced_vat_minor bigint`,
    );
    this.addSql(`insert into number_series (name, year, last_number) values ('invoice', 0, 0)`);
    this.addSql(`create table invoice (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      number text not null constraint invoice_number unique, organization_gid uuid not null, period text not null,
      status text not null, due_at timestamptz not null, paid_at timestamptz,
      amount_minor bigint not null, vat_rate int, vat_minor bigint not null, total_minor bigint not null, owed_minor bigint not null,
      currency text not null, content jsonb not null, reminders int not null, file_url text)`);
    for (const [name, order] of [
      ['gid', 'gid'],
      ['created_at', 'created_at, gid'],
      ['modified_at', 'coalesce(modified_at, created_at), gid'],
      ['due_at', 'due_at, gid'],
    ] as const) {
      this.addSql(`create index invoice_organization_${name} on invoice (organization_gid, ${order})`);
      if (name !== 'gid') this.addSql(`create index invoice_${name} on invoice (${order})`);
    }
    for (const name of ['status', 'period']) this.addSql(`create index invoice_${name} on invoice (${name}, gid)`);
    this.addSql(`create index invoice_open on invoice (due_at) where status = 'open'`);
    this.addSql(`create or replace view attached_file as ${files}
      union all select 'invoice-' || gid || '.pdf', gid from invoice where file_url is not null`);
  }

  override down(): void {
    this.addSql(`create or replace view attached_file as ${files}`);
    this.addSql('drop table invoice');
    this.addSql(`delete from number_series where name = 'invoice'`);
    this.addSql(`delete from job where name in ('render_invoice', 'invoice_receipts', 'invoice_organization', 'settle_invoice')`);
    this.addSql(`delete from shared_state where type = 'invoice'`);
    this.addSql('alter table receipt drop column invoice_gid, drop column invoiced_amount_minor, drop column invoiced_vat_minor');
  }
}
