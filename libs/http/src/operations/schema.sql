-- The tables of this package, for the database of every service.

create table idempotency_key (
  scope text primary key,
  fingerprint bytea not null,
  status int not null,
  headers jsonb not null,
  body text,
  created_at timestamptz not null default now()
);
create index idempotency_key_created_at on idempotency_key (created_at);

-- The attachments of a file, by its path.
create index shared_state_attachment on shared_state (split_part(key, '/', 1)) where type = 'attachment';
