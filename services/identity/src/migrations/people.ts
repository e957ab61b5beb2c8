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

/** Organizations that were deleted. The version before takes them for open ones. */
class ClosedOrganizations extends Migration {
  override up(): void {
    this.addSql('alter table organization add column is_enabled boolean not null default true');
  }

  override down(): void {
    this.addSql('alter table organization drop column is_enabled');
  }
}

/** Counts the projects of a user. */
class ProjectOwners extends Migration {
  override up(): void {
    this.addSql(`create index shared_state_project_owner on shared_state ((state->>'owner')) where type = 'project'`);
  }

  override down(): void {
    this.addSql('drop index shared_state_project_owner');
  }
}

export const peopleMigrations: MigrationList = [
  { name: 'identity-008-deleted-users', class: DeletedUsers },
  { name: 'identity-009-closed-organizations', class: ClosedOrganizations },
  { name: 'identity-010-project-owners', class: ProjectOwners },
];
