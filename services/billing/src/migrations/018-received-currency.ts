import { Migration } from '@mikro-orm/migrations';

/** The currency that the payment provider has received; null: that of the receipt. */
export class ReceivedCurrency extends Migration {
  override up(): void {
    this.addSql('alter table payment add column currency text');
  }

  override down(): void {
    this.addSql('alter table payment drop column currency');
  }
}
