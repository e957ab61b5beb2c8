import { Migration } from '@mikro-orm/migrations';

/** Counts the prices that an organization has for a product. */
export class CountPrices extends Migration {
  override up(): void {
    this.addSql('create index price_product_organization on price (product_gid, organization_gid)');
    this.addSql('drop index price_product');
  }

  override down(): void {
    this.addSql('create index price_product on price (product_gid)');
    this.addSql('drop index price_product_organization');
  }
}
