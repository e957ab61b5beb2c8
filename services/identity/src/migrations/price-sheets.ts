import { Migration } from '@mikro-orm/migrations';

/** Where an organization's prices are imported from. */
export class PriceSheets extends Migration {
  override up(): void {
    this.addSql('alter table organization add column price_sheet_url text');
  }

  override down(): void {
    this.addSql('alter table organization drop column price_sheet_url');
  }
}
