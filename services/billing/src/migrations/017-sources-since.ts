import { Migration } from '@mikro-orm/migrations';

/**
 * Since when an organization names its payment source: `created_at` stays when it comes to name another one. Null: since the last change at
 * the latest.
 */
export class SourcesSince extends Migration {
  override up(): void {
    this.addSql('alter table payment_source add column rid_since timestamptz');
  }

  override down(): void {
    this.addSql('alter table payment_source drop column rid_since');
  }
}
