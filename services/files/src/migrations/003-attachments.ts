import { Migration } from '@mikro-orm/migrations';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * What a file is attached to, the services know whose rows name it. Nothing reads `file_claim` and `unclaimed_since` any more: the previous
 * version, while it still runs, removes files by the latter, and now finds none.
 */
export class Attachments extends Migration {
  up(): void {
    // By default for what the previous version records, and for every file that is there: nothing is removed in the first 7 days.
    this.addSql(`alter table file add kept_until timestamptz not null default now() + interval '7 days', add document_of text`);
  }

  override down(): void {
    this.addSql('alter table file drop kept_until, drop document_of');
  }
}

/** Finds the files that were to be kept until now. */
export class KeptUntil extends Migration {
  up(): void {
    this.addSql('create index file_kept_until on file (kept_until)');
  }

  override down(): void {
    this.addSql('drop index file_kept_until');
  }
}

/** Says of which documents the files are that services have made, and clears the marks of unused files: 1,000 of them in a transaction. */
export class Documents extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  up(): void {
    this.addSql(`do $$
      declare
        done text := '';
        batch text[];
      begin
        loop
          select array_agg(path order by path) into batch
            from (select path from file where uploader_gid = '${NOBODY}' and path > done order by path limit 1000) as following;
          exit when batch is null;
          update file f set document_of = c.service || ' ' || c.holder from file_claim c
            where c.path = f.path and f.path = any(batch) and f.document_of is null;
          commit;
          done := batch[cardinality(batch)];
        end loop;
        loop
          update file set unclaimed_since = null where path in (select path from file where unclaimed_since is not null limit 1000);
          exit when not found;
          commit;
        end loop;
      end $$`);
  }

  override down(): void {}
}
