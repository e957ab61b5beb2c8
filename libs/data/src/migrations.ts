import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from './database.ts';
import { unusualDecimals } from './money.ts';

const decimalsCase = Object.entries(unusualDecimals)
  .map(([code, decimals]) => `when '${code}' then ${decimals}`)
  .join(' ');

/** Functions that every service's SQL may use. */
class DataFunctions extends Migration {
  up(): void {
    this.addSql('create extension if not exists pg_trgm');
    this.addSql('create extension if not exists unaccent');
    this.addSql(`create function money_major(minor bigint, currency text) returns numeric language sql immutable parallel safe
      return trim_scale(minor / power(10::numeric, case currency ${decimalsCase} else 2 end))`);
    // unaccent() is only stable, since its dictionary could change; indexes need the promise that ours does not.
    this.addSql(`create function search_text(value text) returns text language sql immutable parallel safe
      as $$ select lower(public.unaccent('public.unaccent', coalesce(value, ''))) $$`);
    this.addSql(`create function search_words(value text) returns tsquery language sql immutable parallel safe
      as $$ select plainto_tsquery('simple', search_text(value)) $$`);
  }

  override down(): void {
    this.addSql('drop function search_words(text)');
    this.addSql('drop function search_text(text)');
    this.addSql('drop function money_major(bigint, text)');
  }
}

/** What libs/data needs in every service's database. */
export const dataMigrations: MigrationList = [{ name: 'data-001-functions', class: DataFunctions }];
