import { Migration } from '@mikro-orm/migrations';

/** What was found of an image when small versions of it were to be made. The previous version leaves both null. */
export class Variations extends Migration {
  up(): void {
    this.addSql('alter table file add decoded_bytes bigint, add undecodable_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table file drop decoded_bytes, drop undecodable_at');
  }
}
