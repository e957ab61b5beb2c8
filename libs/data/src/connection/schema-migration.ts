import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import type { MigrationObject } from '@mikro-orm/postgresql';
import { keptCount } from './count-migration.ts';
import { searchColumns, searchWords } from './search-migration.ts';

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

/** The name of a migration without its file's digest. */
export const schemaOf = (migration: string): string => migration.replace(/@[0-9a-f]{8}$/, '');

const statementsIn = (text: string): string[] => text.split(/;\n(?! )/).filter((statement) => statement.trim() !== '');
