import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@partner-ordering/data';

/** Users whose person was erased. The version before shows them as disabled ones with no memberships. */
class DeletedUsers extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column deleted_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table "user" drop column deleted_at');
  }
}

export const peopleMigrations: MigrationList = [{ name: 'identity-007-deleted-users', class: DeletedUsers }];
