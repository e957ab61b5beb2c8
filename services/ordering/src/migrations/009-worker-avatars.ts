import { Migration } from '@mikro-orm/migrations';

/** Uploaded avatars of workers. */
export class WorkerAvatars extends Migration {
  up(): void {
    this.addSql('alter table worker add column avatar_path text');
    this.addSql(`create or replace view attached_file as
      select path, gid from project_file union all select image_path, gid from work where image_path is not null
      union all select avatar_path, gid from worker where avatar_path is not null`);
  }

  override down(): void {
    this.addSql(`create or replace view attached_file as
      select path, gid from project_file union all select image_path, gid from work where image_path is not null`);
    this.addSql(`delete from shared_state where type = 'attachment'
      and key in (select avatar_path || '/ordering/' || gid from worker where avatar_path is not null)`);
    this.addSql('alter table worker drop column avatar_path');
  }
}
