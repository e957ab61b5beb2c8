import { Migration } from '@mikro-orm/migrations';
import { KeptCounts, OwnParts, SpreadCounts } from './count-migration.ts';
import type { MigrationList } from './database.ts';
import { unusualDecimals } from '@partner-ordering/kernel';
import { OldestRelease } from './oldest-release.ts';
import { SearchWords } from './search-migration.ts';

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
    // unaccent() is declared stable, as its dictionary could change; indexes need an immutable function, and ours does not change.
    this.addSql(`create function search_text(value text) returns text language sql immutable parallel safe
      as $$ select lower(public.unaccent('public.unaccent', coalesce(value, ''))) $$`);
    this.addSql(`create function search_words(value text) returns tsquery language sql immutable parallel safe
      as $$ select plainto_tsquery('simple', search_text(value)) $$`);
    this.addSql(
      `create function search_list(words text[]) returns text language sql immutable parallel safe as $$ select array_to_string(words, ' ') $$`,
    );
  }

  override down(): void {
    this.addSql('drop function search_list(text[])');
    this.addSql('drop function search_words(text)');
    this.addSql('drop function search_text(text)');
    this.addSql('drop function money_major(bigint, text)');
  }
}

/**
 * Columns and indexes that make a table searchable. `short` is an SQL expression for the text whose words are also found with typing
 * errors (a title; `searchWords` has them known), `long` for all text that is searched.
 */
export const searchColumns = (table: string, { short, long }: { short: string; long: string }): string[] => [
  `alter table "${table}" add search_text text generated always as (search_text(${short})) stored,
    add search_vector tsvector generated always as (to_tsvector('simple', search_text(${long}))) stored`,
  `create index ${table}_search_text on "${table}" using gin (search_text gin_trgm_ops)`,
  `create index ${table}_search_vector on "${table}" using gin (search_vector)`,
];

/** What libs/data needs in every service's database. */
export const dataMigrations: MigrationList = [
  { name: 'data-001', class: DataFunctions },
  { name: 'data-002-search-words', class: SearchWords },
  { name: 'data-003-oldest-release', class: OldestRelease },
  { name: 'data-004-kept-counts', class: KeptCounts },
  // Before 005: while that runs, the function that it brings or finds could fail.
  { name: 'data-006-own-parts', class: OwnParts },
  { name: 'data-005-spread-counts', class: SpreadCounts },
];
