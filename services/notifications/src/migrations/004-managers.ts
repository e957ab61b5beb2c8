import { Migration } from '@mikro-orm/migrations';

/** Finds the managers of an organization. */
export class Managers extends Migration {
  override up(): void {
    this.addSql(
      `create index shared_state_memberships on shared_state using gin ((state->'memberships') jsonb_path_ops) where type = 'principal'`,
    );
  }

  override down(): void {
    this.addSql('drop index shared_state_memberships');
  }
}
