import { Migration } from '@mikro-orm/migrations';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Adds to what counts for users and organizations. Their rows are locked in one order, so that statements which count for the same ones
 * wait for each other and never in a circle.
 */
const add = `create function add_stored_bytes(owners uuid[], changes bigint[]) returns void language sql set search_path = public as $$
  insert into stored_bytes as s (owner_gid, bytes)
  select owner, sum(change) from unnest($1, $2) as counted (owner, change)
  where owner <> '${NOBODY}' group by owner having sum(change) <> 0 order by owner
  on conflict (owner_gid) do update set bytes = s.bytes + excluded.bytes $$`;

/** Counts the rows that a statement adds, changes or removes, for the user and the organization of each. */
const counting = (table: string, bytes: string): string[] => [
  `create function count_${table}() returns trigger language plpgsql set search_path = public as $$
    declare
      owners uuid[] := '{}';
      changes bigint[] := '{}';
      more uuid[];
      less bigint[];
    begin
      if tg_op <> 'DELETE' then
        select array_agg(owner), array_agg(${bytes}) into owners, changes from added row, unnest(array[uploader_gid, organization_gid]) owner;
      end if;
      if tg_op <> 'INSERT' then
        select array_agg(owner), array_agg(-(${bytes})) into more, less from removed row, unnest(array[uploader_gid, organization_gid]) owner;
        owners := owners || more;
        changes := changes || less;
      end if;
      perform add_stored_bytes(owners, changes);
      return null;
    end $$`,
  `create trigger ${table}_added after insert on ${table} referencing new table as added
    for each statement execute function count_${table}()`,
  `create trigger ${table}_changed after update on ${table} referencing old table as removed new table as added
    for each statement execute function count_${table}()`,
  `create trigger ${table}_removed after delete on ${table} referencing old table as removed
    for each statement execute function count_${table}()`,
];

/** The forms that are open, with what they reserve, and what counts for each user and organization: `stored_bytes`, which triggers keep. */
export class UploadForms extends Migration {
  up(): void {
    this.addSql('create table stored_bytes (owner_gid uuid primary key, bytes bigint not null)');
    this.addSql(`create table upload_form (
      path text primary key, uploader_gid uuid not null, organization_gid uuid, max_size_bytes bigint not null, reserved_bytes bigint not null,
      expires_at timestamptz not null, reserved_until timestamptz not null, used_at timestamptz)`);
    this.addSql('create index upload_form_uploader on upload_form (uploader_gid, expires_at)');
    this.addSql('create index upload_form_organization on upload_form (organization_gid, expires_at)');
    this.addSql('create index upload_form_reserved_until on upload_form (reserved_until)');
    for (const statement of [add, ...counting('upload_form', 'row.reserved_bytes')]) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop table upload_form, stored_bytes');
    this.addSql('drop function count_upload_form, add_stored_bytes');
  }
}

/**
 * Files count for their uploader and one organization, as soon as they are marked: new ones at once, those that are there by the next
 * migration.
 */
export class CountedFiles extends Migration {
  up(): void {
    this.addSql('alter table file add organization_gid uuid, add is_counted boolean not null default false');
    this.addSql('alter table file alter is_counted set default true');
    const statements = counting('file', 'case when row.is_counted and row.lost_at is null then row.size_bytes else 0 end');
    for (const statement of statements) this.addSql(statement);
  }

  override down(): void {
    for (const trigger of ['file_added', 'file_changed', 'file_removed']) this.addSql(`drop trigger ${trigger} on file`);
    this.addSql('drop function count_file');
    this.addSql('alter table file drop organization_gid, drop is_counted');
  }
}

/** Counts the files that are there, for their uploaders alone: 1,000 in a transaction. */
export class CountOlderFiles extends Migration {
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
          select array_agg(path order by path) into batch from (select path from file where path > done order by path limit 1000) as following;
          exit when batch is null;
          update file set is_counted = true where path = any(batch) and not is_counted;
          commit;
          done := batch[cardinality(batch)];
        end loop;
      end $$`);
  }

  override down(): void {}
}
