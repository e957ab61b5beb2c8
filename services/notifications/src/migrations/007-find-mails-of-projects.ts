import { Migration } from '@mikro-orm/migrations';

/** Finds the mails about a project that wait: see `markApprovalsDecided`. */
export class FindMailsOfProjects extends Migration {
  override up(): void {
    this.addSql(`create index job_of_project on job ((data->'told'->>'project'))
      where name in ('mail_project', 'mail_late_managers') and given_up_at is null`);
  }

  override down(): void {
    this.addSql('drop index job_of_project');
  }
}
