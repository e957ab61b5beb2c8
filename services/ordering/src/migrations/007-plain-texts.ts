import { Migration } from '@mikro-orm/migrations';

/**
 * Messages, comments, reviews and works used to be stored as HTML, and are plain text now. What is there is gone through once, by a job in
 * small steps.
 */
export class PlainTexts extends Migration {
  up(): void {
    for (const [table, column] of [
      ['project_message', 'message'],
      ['comment', 'message'],
      ['review', 'comment'],
      ['work', 'description'],
      ['work', 'content'],
    ])
      this.addSql(`insert into job (name, data)
        select 'restore_plain_text', jsonb_build_object('source', '${table}.${column}', 'stored_before', now(), 'done_to', null)
        where exists (select from ${table})`);
  }

  override down(): void {
    this.addSql(`delete from job where name = 'restore_plain_text'`);
  }
}
