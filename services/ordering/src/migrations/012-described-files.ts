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

/**
 * What is there gets its address by a job, in small steps; and again when no instance of the release before, which gives none, runs beside
 * this one.
 */
class EarlierImages extends Migration {
  override up(): void {
    for (const pause of ['0 hours', '1 hour', '72 hours'])
      this.addSql(`insert into job (name, data, run_at) select 'find_image_addresses', '{"done_to": null}', now() + interval '${pause}'`);
  }

  override down(): void {
    this.addSql(`delete from job where name = 'find_image_addresses'`);
  }
}

export const describedFileMigrations: MigrationList = [
  { name: 'ordering-012-image-addresses', class: ImageAddresses },
  { name: 'ordering-013-earlier-images', class: EarlierImages },
];
