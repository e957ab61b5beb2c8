import { Migration } from '@mikro-orm/migrations';

/** Finds the organizations that have a parent. */
export class FindChildren extends Migration {
  up(): void {
    this.addSql(`create index shared_state_parent on shared_state ((state->>'parent')) where type = 'organization'`);
  }

  override down(): void {
    this.addSql('drop index shared_state_parent');
  }
}
