import type { Queryable } from '@partner-ordering/data';

/**
 * Deletes the mails to a user who was erased, also those that were given up: their jobs may hold the address. Found by the second part of
 * `MailData.about`, with the index `job_of_reader`; locked in one order, as several transactions may do this to the same ones.
 */
export async function forgetMailsTo(queryable: Queryable, user: string): Promise<void> {
  const text = `delete from job where id = any(array(
    select id from job where starts_with(name, 'mail_') and split_part(data->>'about', '/', 2) = $1 order by id for update))`;
  await queryable.query({ text, values: [user] });
}
