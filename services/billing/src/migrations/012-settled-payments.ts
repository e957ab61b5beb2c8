import { Migration } from '@mikro-orm/migrations';

/** Which payments came beside another one, whose payment sources are whose, and what finds rows that lack something. */
export class SettledPayments extends Migration {
  override up(): void {
    this.addSql('alter table payment add column is_surplus boolean not null default false');
    this.addSql(`create index refund_open on refund (gid) where status = 'open'`);
    for (const table of ['credit_note', 'invoice'])
      this.addSql(`create index ${table}_without_file on ${table} (gid) where file_url is null`);
    this.addSql('create table payment_source_owner (rid text primary key, organization_gid uuid not null)');
    // The first that had it.
    this.addSql(`insert into payment_source_owner (rid, organization_gid)
      select distinct on (rid) rid, organization_gid from (
        select payment_rid as rid, organization_gid, created_at from receipt where payment_rid like 'cus\\_%'
        union all select rid, organization_gid, created_at from payment_source where rid like 'cus\\_%'
      ) known order by rid, created_at`);
  }

  override down(): void {
    this.addSql('drop table payment_source_owner');
    for (const name of ['refund_open', 'credit_note_without_file', 'invoice_without_file']) this.addSql(`drop index ${name}`);
    this.addSql('alter table payment drop column is_surplus');
  }
}
