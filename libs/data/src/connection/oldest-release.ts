import { type Migration } from '@mikro-orm/migrations';
import type { MigrationObject } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';

/** The database has lost what this old code needs. Waiting does not help. */
export class ReleaseTooOld extends Error {}

/**
 * A migration that takes away what releases before `oldest` need, such as a column, and has the database refuse them. `oldest` is at most
 * the release before the migration's own, so that a rollback by one release works.
 */
export function contraction(oldest: string, { name, class: Given }: MigrationObject): MigrationObject {
  const Contracting = Given as unknown as typeof Migration;
  const { up, down } = Contracting.prototype;
  const numbers = `'${inArray(oldest)}'`;
  return {
    name,
    class: class extends Contracting {
      override async up(): Promise<void> {
        this.addSql(`insert into oldest_release (migration, version) values ('${name}', ${numbers}) on conflict do nothing`);
        await up.call(this);
      }

      override async down(): Promise<void> {
        await down.call(this);
        this.addSql(`delete from oldest_release where migration = '${name}'`);
      }
    },
  };
}

/** Throws `ReleaseTooOld`, which names both releases, when the database no longer serves this one. */
export async function refuseOldRelease(pool: Pick<Pool, 'query'>, release: string): Promise<void> {
  if (!(await hasTable(pool, 'oldest_release'))) return;
  const { rows } = await pool.query<{ migration: string; version: number[] }>(
    'select migration, version from oldest_release where version > $1::int[] order by version desc limit 1',
    [inArray(release)],
  );
  if (!rows[0]) return;
  const { migration, version } = rows[0];
  throw new ReleaseTooOld(
    `the database serves releases from ${version.join('.')} on, and this is ${release}: migration ${migration} took away what it needs; start a newer release, or restore a backup`,
  );
}

/** The database's tables are from before the first release. Waiting does not help. */
export class DatabaseTooOld extends Error {}

/** Throws `DatabaseTooOld` for a database without the first of these migrations, or with the tables of another schema file. */
export async function refuseOldDatabase(pool: Pick<Pool, 'query'>, migrations: readonly string[]): Promise<void> {
  if (!(await hasTable(pool, 'mikro_orm_migrations'))) return;
  const { rows } = await pool.query<{ name: string }>('select name from mikro_orm_migrations');
  const isOther = (name: string): boolean => !migrations.includes(name) && migrations.some((known) => schemaOf(known) === schemaOf(name));
  if (rows.length === 0 || (rows.some(({ name }) => name === migrations[0]) && !rows.some(({ name }) => isOther(name)))) return;
  throw new DatabaseTooOld(
    'the tables are not those of a release: run the code that made them, or start with an empty database (`npm start`: `rm -rf .data`)',
  );
}

async function hasTable(pool: Pick<Pool, 'query'>, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table]);
  return rows[0]!.exists;
}

/** `0.1.0` as an array of PostgreSQL. Throws an Error for what is no release. */
function inArray(release: string): string {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)(?:-.*)?$/.exec(release) ?? [];
  if (numbers.length === 0) throw new Error(`${release} is no release`);
  return `{${numbers.join()}}`;
}

/** The name of a migration without its file's digest. */
const schemaOf = (migration: string): string => migration.replace(/@[0-9a-f]{8}$/, '');
