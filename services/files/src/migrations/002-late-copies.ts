import { Migration } from '@mikro-orm/migrations';

/**
 * Files in a bucket whose copy is made after they are recorded. The previous version leaves both columns null, as it stores them at once.
 */
export class LateCopies extends Migration {
  up(): void {
    this.addSql('alter table file add upload_tag text, add lost_at timestamptz');
    this.addSql('alter table file alter sha256 drop not null');
  }

  override down(): void {
    this.addSql(`update file set sha256 = '' where sha256 is null`);
    this.addSql('alter table file alter sha256 set not null');
    this.addSql('alter table file drop upload_tag, drop lost_at');
  }
}
