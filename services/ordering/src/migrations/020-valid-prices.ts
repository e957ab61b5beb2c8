import { Migration } from '@mikro-orm/migrations';

/** Finds the price of a list that is valid at a time: of all that have begun, the last one. */
export class ValidPrices extends Migration {
  override up(): void {
    this.addSql(`create index listed_price_begun on listed_price (import_gid, key, coalesce(valid_from, '-infinity'))`);
    this.addSql('drop index listed_price_key');
  }

  override down(): void {
    this.addSql('create index listed_price_key on listed_price (import_gid, key)');
    this.addSql('drop index listed_price_begun');
  }
}
