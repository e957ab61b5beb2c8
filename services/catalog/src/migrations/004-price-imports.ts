import { Migration } from '@mikro-orm/migrations';

/** Imports of prices, what they have read so far, and which of them is valid. */
class PriceImports extends Migration {
  override up(): void {
    this.addSql(`create table price_import (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz, organization_gid uuid not null,
      status text not null, prices_count int, errors_count int not null, failure text, errors json not null)`);
    this.addSql('create index price_import_organization on price_import (organization_gid, gid)');
    this.addSql(`create unique index price_import_pending on price_import (organization_gid) where status = 'pending'`);
    this.addSql(`create table price_import_row (
      import_gid uuid not null references price_import on delete cascade, gid uuid not null, line int not null, key text not null,
      product_gid uuid not null, mode text not null, due int not null, skill text, amount_minor bigint not null, currency text not null,
      valid_from timestamptz, valid_until timestamptz, primary key (import_gid, gid))`);
    this.addSql('create table price_list (organization_gid uuid primary key, import_gid uuid not null unique, revision int not null)');
  }

  override down(): void {
    ['price_list', 'price_import_row', 'price_import'].forEach((table) => this.addSql(`drop table ${table}`));
  }
}

/** Which prices an import made, and nobody has changed since. */
class ImportedPrices extends Migration {
  override up(): void {
    this.addSql('alter table price add column import_gid uuid');
  }

  override down(): void {
    this.addSql('alter table price drop column import_gid');
  }
}

/** The pages in which ordering fetches them. */
class ImportedPricePages extends Migration {
  override up(): void {
    this.addSql('create index price_import_page on price (import_gid, gid) where import_gid is not null');
  }

  override down(): void {
    this.addSql('drop index price_import_page');
  }
}

export const importMigrations = [
  { name: 'catalog-006-price-imports', class: PriceImports },
  { name: 'catalog-007-imported-prices', class: ImportedPrices },
  { name: 'catalog-008-imported-price-pages', class: ImportedPricePages },
];
