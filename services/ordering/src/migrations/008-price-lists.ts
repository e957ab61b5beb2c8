import { Migration } from '@mikro-orm/migrations';

/** Imported prices of organizations, fetched from catalog, and which of them are valid. */
export class PriceLists extends Migration {
  up(): void {
    this.addSql('create table loaded_price_list (organization_gid uuid primary key, import_gid uuid not null, revision int not null)');
    this.addSql(`create table listed_price (
      import_gid uuid not null, gid uuid not null, organization_gid uuid not null, key text not null,
      amount_minor bigint not null, currency text not null, valid_from timestamptz, valid_until timestamptz, primary key (import_gid, gid))`);
    this.addSql('create index listed_price_key on listed_price (import_gid, key)');
    this.addSql('create index listed_price_organization on listed_price (organization_gid)');
  }

  override down(): void {
    ['listed_price', 'loaded_price_list'].forEach((table) => this.addSql(`drop table ${table}`));
  }
}
