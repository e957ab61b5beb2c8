import type { Service } from '../service/service-definition.ts';

/** The database is behind the code, so that every request would fail. */
export class DatabaseBehind extends Error {}

/** Refuses to run code that is newer than its database. Throws `DatabaseBehind`, which says what to do. */
export async function refuseIfBehind({ name, database }: Service): Promise<void> {
  const refuse = (what: string): never => {
    throw new DatabaseBehind(`the database lacks ${what}: run \`npm run migrate -w services/${name}\``);
  };
  // To ask what is pending makes this table, which collides with a migration that makes it at the same moment.
  const [found] = await database.query<{ exists: boolean }>({
    text: `select to_regclass('mikro_orm_migrations') is not null as exists`,
    values: [],
  });
  if (!found?.exists) refuse('all migrations');
  const pending = await database.orm.migrator.getPending();
  if (pending.length > 0) refuse(`${pending.length} migrations`);
}
