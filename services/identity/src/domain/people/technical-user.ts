import { sql, type Queryable } from '@partner-ordering/data';
import { invalid } from '@partner-ordering/kernel';

/** 400 at `path` while an application acts as the user, whose row is locked: without them it would get no token for itself. */
export async function mustNotBeTechnicalUser(tx: Queryable, gid: string, path: string): Promise<void> {
  const acting = await actingAs(tx, gid);
  if (acting.length > 0) throw invalid({ path, message: `is the technical user of ${acting.join(', ')}` });
}

/** Names of up to ten applications that act as the user. */
export async function actingAs(database: Queryable, gid: string): Promise<string[]> {
  const acting = await database.query<{ name: string }>(sql`
    select name from application where technical_user = ${gid} and deleted_at is null order by name limit 10`);
  return acting.map(({ name }) => name);
}
