import { Migration } from '@mikro-orm/migrations';
import { countMigrations, type MigrationList } from '@partner-ordering/data';

/** So that an admin's whole list has its count at once. */
const counts = countMigrations('ordering-010', ['project', 'work', 'worker', 'review', 'comment']);

/** By what projects can be ordered besides `gid` and `created_at`. */
const orders = [
  ['title', 'title'],
  ['deadline_at', 'deadline_at'],
  ['modified_at', 'coalesce(modified_at, created_at)'],
] as const;

/** How projects are seen: all of them by admins, those of an organization by its managers, their own by everybody else. */
const scopes = [
  ['', ''],
  ['organization_gid_', 'organization_gid, '],
  ['owner_gid_', 'owner_gid, '],
] as const;

const indexes: MigrationList = scopes.flatMap(([scope, columns]) =>
  orders.map(([order, by]) => ({
    name: `ordering-011-project-${scope}${order}`,
    class: class extends Migration {
      override up(): void {
        this.addSql(`create index project_${scope}${order} on project (${columns}${by}, gid)`);
      }

      override down(): void {
        this.addSql(`drop index project_${scope}${order}`);
      }
    },
  })),
);

/** For the count of what a user owns, which then reads no row. */
class OwnedInOrganization extends Migration {
  override up(): void {
    this.addSql('create index project_owner_gid_organization_gid on project (owner_gid, organization_gid)');
  }

  override down(): void {
    this.addSql('drop index project_owner_gid_organization_gid');
  }
}

export const largeListMigrations: MigrationList = [
  ...counts,
  ...indexes,
  { name: 'ordering-011-owned-in-organization', class: OwnedInOrganization },
];
