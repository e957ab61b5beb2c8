import type { Queryable } from '@partner-ordering/data';

/**
 * Deletes the mails to an erased user, also given-up ones, as their jobs may hold the address. Finds them by the second part of
 * `MailData.about`, with the index `job_of_reader`; locks them in one order against deadlocks.
 */
export async function forgetMailsTo(queryable: Queryable, user: string): Promise<void> {
  const text = `delete from job where id = any(array(
    select id from job where starts_with(name, 'mail_') and split_part(data->>'about', '/', 2) = $1 order by id for update))`;
  await queryable.query({ text, values: [user] });
}
