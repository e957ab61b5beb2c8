import { Migration } from '@mikro-orm/migrations';

/** Finds the receipts that an invoice holds, those that one has to collect, and receipts in the order of their last change. */
export class FindReceiptsOfInvoices extends Migration {
  up(): void {
    this.addSql('create index receipt_invoice on receipt (invoice_gid, gid) where invoice_gid is not null');
    this.addSql(
      `create index receipt_to_invoice on receipt (organization_gid, currency, created_at) where status <> 'paid' and invoice_gid is null`,
    );
    const modified = 'coalesce(modified_at, created_at), gid';
    this.addSql(`create index receipt_modified_at on receipt (${modified})`);
    for (const scope of ['organization_gid', 'user_gid'])
      this.addSql(`create index receipt_${scope}_modified_at on receipt (${scope}, ${modified})`);
  }

  override down(): void {
    for (const name of ['invoice', 'to_invoice', 'modified_at', 'organization_gid_modified_at', 'user_gid_modified_at'])
      this.addSql(`drop index receipt_${name}`);
  }
}
