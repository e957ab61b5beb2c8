-- The tables of files. Text that is searched and rows that are counted: see migrations.ts.
-- Each statement ends with a semicolon at the end of a line; lines within one are indented.

-- lost_at: it was overwritten before it was kept. is_decodable: whether an image could be decoded; null until that was tried.
create table file (
  path text primary key,
  uploader_gid uuid not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text,
  created_at timestamptz not null,
  width int,
  height int,
  upload_tag text,
  lost_at timestamptz,
  kept_until timestamptz not null default now() + interval '7 days',
  document_of text,
  is_decodable boolean,
  organization_gid uuid
);
create index file_kept_until on file (kept_until);

-- What counts for each user and organization, kept by triggers: files that are there, and what open forms reserve.
create table stored_bytes (
  owner_gid uuid primary key,
  bytes bigint not null
);

-- The forms that are open. is_repeated: the same one is given again until it is used.
create table upload_form (
  path text primary key,
  uploader_gid uuid not null,
  organization_gid uuid,
  max_size_bytes bigint not null,
  reserved_bytes bigint not null,
  expires_at timestamptz not null,
  reserved_until timestamptz not null,
  used_at timestamptz,
  is_repeated boolean not null default true
);
create index upload_form_uploader on upload_form (uploader_gid, expires_at);
create index upload_form_organization on upload_form (organization_gid, expires_at);
create index upload_form_reserved_until on upload_form (reserved_until);

-- Locks the rows in one order, so that statements which count for the same ones never wait in a circle. Nobody, whose files are documents, is left out.
create function add_stored_bytes(owners uuid[], changes bigint[]) returns void language sql set search_path = public as $$
  insert into stored_bytes as s (owner_gid, bytes)
  select owner, sum(change) from unnest($1, $2) as counted (owner, change)
  where owner <> '00000000-0000-0000-0000-000000000000' group by owner having sum(change) <> 0 order by owner
  on conflict (owner_gid) do update set bytes = s.bytes + excluded.bytes $$;

-- What a statement adds, changes or removes counts for the user and the organization of each row: the bytes that the argument, an expression, says.
create function count_bytes() returns trigger language plpgsql set search_path = public as $$
  declare
    owners uuid[] := '{}';
    changes bigint[] := '{}';
    more uuid[];
    less bigint[];
  begin
    if tg_op <> 'DELETE' then
      execute format('select array_agg(owner), array_agg(%s) from added, unnest(array[uploader_gid, organization_gid]) owner', tg_argv[0])
        into owners, changes;
    end if;
    if tg_op <> 'INSERT' then
      execute format('select array_agg(owner), array_agg(-(%s)) from removed, unnest(array[uploader_gid, organization_gid]) owner', tg_argv[0])
        into more, less;
      owners := owners || more;
      changes := changes || less;
    end if;
    perform add_stored_bytes(owners, changes);
    return null;
  end $$;
create trigger file_added after insert on file referencing new table as added
  for each statement execute function count_bytes('case when lost_at is null then size_bytes else 0 end');
create trigger file_changed after update on file referencing old table as removed new table as added
  for each statement execute function count_bytes('case when lost_at is null then size_bytes else 0 end');
create trigger file_removed after delete on file referencing old table as removed
  for each statement execute function count_bytes('case when lost_at is null then size_bytes else 0 end');
create trigger upload_form_added after insert on upload_form referencing new table as added
  for each statement execute function count_bytes('reserved_bytes');
create trigger upload_form_changed after update on upload_form referencing old table as removed new table as added
  for each statement execute function count_bytes('reserved_bytes');
create trigger upload_form_removed after delete on upload_form referencing old table as removed
  for each statement execute function count_bytes('reserved_bytes');
