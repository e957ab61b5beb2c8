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

/** The logos of organizations, and `attached_file`: every row that names a file. The version before shows none. */
class Logos extends Migration {
  override up(): void {
    this.addSql('alter table organization add column logo_path text, add column logo_url text');
    this.addSql('create view attached_file as select logo_path as path, gid from organization where logo_path is not null');
  }

  override down(): void {
    this.addSql('drop view attached_file');
    this.addSql(`delete from shared_state where type = 'attachment'`);
    this.addSql('alter table organization drop column logo_path, drop column logo_url');
  }
}

/** Uploaded avatars. The version before shows pictures of the initials. */
class Avatars extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column avatar_path text, add column avatar_url text');
    this.addSql(`create or replace view attached_file as
      select logo_path as path, gid from organization where logo_path is not null
      union all select avatar_path, gid from "user" where avatar_path is not null`);
  }

  override down(): void {
    this.addSql('create or replace view attached_file as select logo_path as path, gid from organization where logo_path is not null');
    this.addSql(`delete from shared_state where type = 'attachment'
      and key in (select avatar_path || '/identity/' || gid from "user" where avatar_path is not null)`);
    this.addSql('alter table "user" drop column avatar_path, drop column avatar_url');
  }
}

/** When users were last seen. Apart from the users, whose rows are wide and searched: it is written all the time. */
class LastSeen extends Migration {
  override up(): void {
    this.addSql('create table last_seen (user_gid uuid primary key, at timestamptz not null)');
  }

  override down(): void {
    this.addSql('drop table last_seen');
  }
}

export const peopleMigrations: MigrationList = [
  { name: 'identity-008-deleted-users', class: DeletedUsers },
  { name: 'identity-009-closed-organizations', class: ClosedOrganizations },
  { name: 'identity-010-project-owners', class: ProjectOwners },
  { name: 'identity-011-logos', class: Logos },
  { name: 'identity-012-avatars', class: Avatars },
  { name: 'identity-013-last-seen', class: LastSeen },
];
