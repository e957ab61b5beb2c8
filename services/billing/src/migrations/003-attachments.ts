import { Migration } from '@mikro-orm/migrations';

/** The PDFs that receipts have are public states. Before, the files service alone knew what they belong to. */
export class Attachments extends Migration {
  up(): void {
    this.addSql(`create view attached_file as
      select 'receipt-' || gid || '.pdf' as path, gid from receipt where file_url is not null`);
  }

  override down(): void {
    this.addSql(`delete from shared_state where type = 'attachment'`);
    this.addSql('drop view attached_file');
  }
}
