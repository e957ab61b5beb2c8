import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import type { MigrationObject } from '@mikro-orm/postgresql';
import { unusualDecimals } from '@partner-ordering/kernel';
import { countStatements, keptCount } from './count-migration.ts';
import type { MigrationList } from './database.ts';
import { searchColumns, searchStatements, searchWords } from './search-migration.ts';

const decimalsCase = Object.entries(unusualDecimals)
  .map(([code, decimals]) => `when '${code}' then ${decimals}`)
  .join(' ');

/** Characters that nobody sees, combining accents, and the vowels of Hebrew and Arabic, which are mostly left out. */
const unseen = String.raw`\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u061C\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF`;

/** Functions that every service's SQL may use. */
const functions = [
  'create extension if not exists pg_trgm',
  'create extension if not exists unaccent',
  `create function money_major(minor bigint, currency text) returns numeric language sql immutable parallel safe
    return trim_scale(minor / power(10::numeric, case currency ${decimalsCase} else 2 end))`,
  // Letters of every width and spelling are one (NFKC).
  String.raw`create function search_visible(value text) returns text language sql immutable parallel safe
    return regexp_replace(normalize(coalesce(value, ''), nfkc), '[${unseen}]', '', 'g')`,
  // unaccent() is declared stable, as its dictionary could change; indexes need an immutable function, and ours does not change.
  `create function search_text(value text) returns text language sql immutable parallel safe
    as $$ select lower(public.unaccent('public.unaccent', public.search_visible(value))) $$`,
  `create function search_list(words text[]) returns text language sql immutable parallel safe as $$ select array_to_string(words, ' ') $$`,
];

/** The oldest code that the database serves, by each migration that took something away. Numbers, as 0.10.0 comes after 0.9.0. */
const oldestRelease = `create table oldest_release (
  migration text primary key, version int[] not null, raised_at timestamptz not null default now())`;

class DataSchema extends Migration {
  override up(): void {
    for (const statement of [...functions, ...searchStatements, oldestRelease, ...countStatements]) this.addSql(statement);
  }
}

/** The migrations that libs/data needs in every service's database. */
export const dataMigrations: MigrationList = [{ name: 'data-schema', class: DataSchema }];

export interface Schema {
  /** A file of SQL: each statement ends with a semicolon at the end of a line, and the lines within one are indented. */
  file: URL;
  /** The tables that are searched, with the texts of `searchColumns`. */
  searched?: Readonly<Record<string, { short: string; long: string }>>;
  /** The tables whose rows are counted, with the predicate of those that count; null for all. */
  counted?: Readonly<Record<string, string | null>>;
}

/** Makes or changes the tables of a service or lib, for good. A database with the tables of another file, by its digest, is refused. */
export function schemaMigration(name: string, { file, searched = {}, counted = {} }: Schema): MigrationObject {
  const text = readFileSync(file, 'utf8');
  class SchemaMigration extends Migration {
    override up(): void {
      for (const statement of statementsIn(text)) this.addSql(statement);
      for (const [table, texts] of Object.entries(searched))
        for (const statement of [...searchColumns(table, texts), ...searchWords(table)]) this.addSql(statement);
      for (const [table, where] of Object.entries(counted))
        for (const statement of keptCount(table, where ?? undefined)) this.addSql(statement);
    }
  }
  return { name: `${name}@${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, class: SchemaMigration };
}

const statementsIn = (text: string): string[] => text.split(/;\n(?! )/).filter((statement) => statement.trim() !== '');
