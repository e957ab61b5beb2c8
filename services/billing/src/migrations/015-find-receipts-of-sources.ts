import { Migration } from '@mikro-orm/migrations';

/** Whose payment sources are whose: by the receipts that name them. */
export class FindReceiptsOfSources extends Migration {
  override up(): void {
    this.addSql('create index receipt_payment_rid on receipt (payment_rid, created_at) where payment_rid is not null');
  }

  override down(): void {
    this.addSql('drop index receipt_payment_rid');
  }
}
