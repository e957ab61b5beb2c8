import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@partner-ordering/data';

/** Where images that are attached are shown. */
class ImageAddresses extends Migration {
  override up(): void {
    this.addSql('alter table project_file add image_url text');
  }

  override down(): void {
    this.addSql('alter table project_file drop image_url');
  }
}

export const describedFileMigrations: MigrationList = [{ name: 'ordering-012-image-addresses', class: ImageAddresses }];
