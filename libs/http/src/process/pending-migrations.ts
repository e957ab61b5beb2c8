import type { Service } from '../service/service-definition.ts';

/** Refuses to run code that is newer than its database, since every request would fail. Throws an Error that says what to do. */
export async function refuseIfBehind({ name, database }: Service): Promise<void> {
  const pending = await database.orm.migrator.getPending();
  if (pending.length > 0) throw new Error(`the database lacks ${pending.length} migrations: run \`npm run migrate -w services/${name}\``);
}
