import { Migration } from '@mikro-orm/migrations';

/**
 * What a file is attached to, the services know whose rows name it. Nothing reads `file_claim` and `unclaimed_since` any more: the previous
 * version, while it still runs, removes files by the latter, and now finds none.
 */
export class Attachments extends Migration {
  up(): void {
    // By default for what the previous version records, and for every file that is there: nothing is removed in the first 7 days.
    this.addSql(`alter table file add kept_until timestamptz not null default now() + interval '7 days', add document_of text`);
    this.addSql('create index file_kept_until on file (kept_until)');
    this.addSql(`update file f set document_of = c.service || ' ' || c.holder from file_claim c
      where c.path = f.path and f.uploader_gid = '00000000-0000-0000-0000-000000000000'`);
    this.addSql('update file set unclaimed_since = null where unclaimed_since is not null');
  }

  override down(): void {
    this.addSql('drop index file_kept_until');
    this.addSql('alter table file drop kept_until, drop document_of');
  }
}
