import { Migration } from '@mikro-orm/migrations';

/** Receipts of versions that knew no jobs get theirs: the service looks for them as soon as it runs, in small steps. */
export class FindReceiptsWithoutJobs extends Migration {
  up(): void {
    this.addSql(`insert into job (name) values ('find_receipts_without_jobs')`);
  }

  override down(): void {
    this.addSql(`delete from job where name in ('find_receipts_without_jobs', 'render_receipt', 'charge_receipt')`);
  }
}
