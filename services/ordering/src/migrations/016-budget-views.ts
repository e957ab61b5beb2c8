import { Migration } from '@mikro-orm/migrations';

/** Finds the members of an organization. */
export class Members extends Migration {
  override up(): void {
    this.addSql(`create index shared_state_members on shared_state ((state->>'organization'), (state->>'user')) where type = 'membership'`);
  }

  override down(): void {
    this.addSql('drop index shared_state_members');
  }
}

/** Finds what waits for approval. */
export class WaitingProjects extends Migration {
  override up(): void {
    this.addSql(`create index project_waiting on project (owner_gid, organization_gid) where state = 'require_approval'`);
  }

  override down(): void {
    this.addSql('drop index project_waiting');
  }
}
