import { Migration } from '@mikro-orm/migrations';

/** Forms that are not given again; those of the release before all are. */
export class FreshForms extends Migration {
  up(): void {
    this.addSql('alter table upload_form add is_repeated boolean not null default true');
  }

  override down(): void {
    this.addSql('alter table upload_form drop is_repeated');
  }
}
