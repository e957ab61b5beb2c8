import { Migration } from '@mikro-orm/migrations';

/** When prices are valid. */
class PriceWindows extends Migration {
  override up(): void {
    this.addSql('alter table price add column valid_from timestamptz, add column valid_until timestamptz');
  }

  override down(): void {
    this.addSql('alter table price drop column valid_from, drop column valid_until');
  }
}

/** The look-up by key, for which the index of a constraint was used before. */
class PriceKeys extends Migration {
  override up(): void {
    this.addSql('create index price_by_key on price (key)');
  }

  override down(): void {
    this.addSql('drop index price_by_key');
  }
}

/**
 * Several prices with one key, at different times. The name of the constraint stays: the version before knows by it what to tell clients.
 * `btree_gist` is a trusted extension: the owner of the database may create it.
 */
class OnePriceAtATime extends Migration {
  override up(): void {
    this.addSql('create extension if not exists btree_gist');
    this.addSql('alter table price drop constraint price_key');
    this.addSql('alter table price add constraint price_key exclude using gist (key with =, tstzrange(valid_from, valid_until) with &&)');
  }

  /** Fails while there are two prices with one key. */
  override down(): void {
    this.addSql('alter table price drop constraint price_key');
    this.addSql('alter table price add constraint price_key unique (key)');
  }
}

export const windowMigrations = [
  { name: 'catalog-003-price-windows', class: PriceWindows },
  { name: 'catalog-004-price-keys', class: PriceKeys },
  { name: 'catalog-005-one-price-at-a-time', class: OnePriceAtATime },
];
