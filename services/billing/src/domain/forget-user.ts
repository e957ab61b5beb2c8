import { sql, type Queryable } from '@partner-ordering/data';

/** Deletes the mails to a user who was erased, also those that were given up: their jobs hold the address. */
export async function forgetMailsTo(database: Queryable, user: string): Promise<void> {
  await database.query(sql`delete from job where starts_with(name, 'mail_') and split_part(data->>'about', '/', 2) = ${user}`);
}
