import type { Database } from '@partner-ordering/data';
import type { Service } from '../parts/service-definition.ts';

/** The database is behind the code, so that every request would fail. */
export class DatabaseBehind extends Error {}

/** Throws `DatabaseBehind` for an older database, data's `ReleaseTooOld` and `DatabaseTooOld` where no migration helps. */
export async function refuseUnlessFitting({ name, database }: Service): Promise<void> {
  const refuse = (what: string): never => {
    throw new DatabaseBehind(`the database lacks ${what}: run \`npm run migrate -w services/${name}\``);
  };
  await database.refuseUnfit();
  // `getPending` makes a table, which collides with a migration that makes it at the same moment.
  if (await isEmpty(database)) refuse('all migrations');
  const pending = await database.orm.migrator.getPending();
  if (pending.length > 0) refuse(`${pending.length} migrations`);
}

export async function isEmpty(database: Database): Promise<boolean> {
  const text = `select to_regclass('mikro_orm_migrations') is null as empty`;
  const [found] = await database.query<{ empty: boolean }>({ text, values: [] });
  return found?.empty === true;
}
