import { Migration } from '@mikro-orm/migrations';

/** Which payments came beside another one. */
export class SettledPayments extends Migration {
  override up(): void {
    this.addSql('alter table payment add column is_surplus boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table payment drop column is_surplus');
  }
}
