import type { Queryable } from '@partner-ordering/data';

/**
 * Deletes the mails to a user who was erased, also those that were given up: their jobs may hold the address. Found by the second part of
 * `MailData.about`.
 */
export async function forgetMailsTo(queryable: Queryable, user: string): Promise<void> {
  const text = `delete from job where starts_with(name, 'mail_') and split_part(data->>'about', '/', 2) = $1`;
  await queryable.query({ text, values: [user] });
}
