import { Migration } from '@mikro-orm/migrations';

/** Which receipts were paid since the backup that was restored, so that what paid them is not given back. */
export class RestoredPayments extends Migration {
  override up(): void {
    this.addSql('alter table payment add column is_taken_over boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table payment drop column is_taken_over');
  }
}
