import { Migration } from '@mikro-orm/migrations';

/** Files that are attached are public states. Before, the files service kept them, by a text in `holder`, which nothing reads any more. */
export class Attachments extends Migration {
  up(): void {
    this.addSql(`create view attached_file as
      select path, gid from project_file union all select image_path, gid from work where image_path is not null`);
    this.addSql('alter table project_file alter column holder drop not null');
  }

  override down(): void {
    this.addSql(`delete from shared_state where type = 'attachment'`);
    this.addSql(`update project_file set holder = '' where holder is null`);
    this.addSql('alter table project_file alter column holder set not null');
    this.addSql('drop view attached_file');
  }
}
