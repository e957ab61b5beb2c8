import { sql, type Queryable } from '@partner-ordering/data';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';

/** 400 at `path` while an application acts as the user, whose row is locked: without them it would get no token for itself. */
export async function mustNotBeTechnicalUser(tx: Queryable, gid: string, path: string): Promise<void> {
  const names = await applicationsActingAs(tx, gid);
  if (names.length > 0) throw invalid(faults.technical_user_in_use(path, { names }));
}

/** Names of up to ten applications that act as the user. */
export async function applicationsActingAs(database: Queryable, gid: string): Promise<string[]> {
  const applications = await database.query<{ name: string }>(sql`
    select name from application where technical_user = ${gid} and deleted_at is null order by name limit 10`);
  return applications.map(({ name }) => name);
}
