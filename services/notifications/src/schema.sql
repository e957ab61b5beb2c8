-- The tables of notifications. Text that is searched and rows that are counted: see migrations.ts.
-- Each statement ends with a semicolon at the end of a line; lines within one are indented.

create table webhook (
  gid uuid primary key,
  organization_gid uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz,
  url text not null,
  description text,
  events text[],
  signatures text[] not null,
  is_enabled boolean not null,
  disabled_at timestamptz,
  disabled_reason text,
  disabled_code text
);
create index webhook_organization_gid_gid_idx on webhook (organization_gid, gid);
create index webhook_organization_gid_created_at_gid_idx on webhook (organization_gid, created_at, gid);
create index webhook_disabled_code on webhook (disabled_code) where not is_enabled;

create table webhook_secret (
  gid uuid primary key,
  webhook_gid uuid not null references webhook on delete cascade,
  kind text not null,
  ciphertext text not null,
  encryption_key_id text not null,
  public_key text,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secret_webhook on webhook_secret (webhook_gid);
create unique index webhook_secret_present on webhook_secret (webhook_gid, kind) where expires_at is null;

-- Whoever takes events in locks the row until the commit, so that positions have no gaps. A restore raises the generation.
-- last_at is when the last one was stored: time grows with position, whatever the clocks of instances say.
create table event_counter (
  organization_gid uuid primary key,
  position bigint not null default 0,
  generation bigint not null default 0,
  last_at timestamptz
);

create table event_sequence (
  organization_gid uuid not null,
  project_gid uuid not null,
  sequence bigint not null,
  primary key (organization_gid, project_gid)
);

-- Events in the order of the feed.
create table event (
  organization_gid uuid not null,
  position bigint not null,
  id text not null,
  type text not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  sequence bigint,
  body text not null,
  primary key (organization_gid, position)
);
create index event_created_at on event (created_at);

-- A waiting delivery is attempted at next_attempt_at. An attempt moves that time behind its own time-out.
create table delivery (
  gid uuid primary key,
  webhook_gid uuid not null,
  organization_gid uuid not null,
  position bigint not null,
  event_id text not null,
  event_type text not null,
  occurred_at timestamptz not null,
  sequence bigint,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  status text not null,
  attempts int not null default 0,
  failures int not null default 0,
  next_attempt_at timestamptz,
  settled_at timestamptz,
  failure text,
  failure_code text,
  failure_params json
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=20000);
create unique index delivery_position on delivery (webhook_gid, position);
create index delivery_waiting on delivery (webhook_gid, next_attempt_at, position) where status = 'waiting';
create index delivery_created_at on delivery (webhook_gid, created_at, gid);
create index delivery_modified_at on delivery (webhook_gid, modified_at, gid);
create index delivery_status on delivery (webhook_gid, status, gid);
create index delivery_event on delivery (event_id, webhook_gid);
create index delivery_organization_gid_position on delivery (organization_gid, position);

-- Headers are json and not jsonb, which writes blanks.
create table delivery_attempt (
  delivery_gid uuid not null references delivery on delete cascade,
  number int not null,
  at timestamptz not null,
  duration_ms int not null,
  url text not null,
  status int,
  failure text,
  failure_code text,
  failure_params json,
  request_headers json not null,
  answer_headers json,
  answer_body text,
  primary key (delivery_gid, number)
);

-- Only webhooks that fail at the moment.
create table webhook_health (
  webhook_gid uuid primary key,
  failing_since timestamptz not null,
  last_failed_at timestamptz not null,
  warned_at timestamptz
);
create index webhook_health_since on webhook_health (failing_since);

-- The number of mails from one person to another in the hour since began_at; further mails are held in held_mail: see held-mails.ts.
create table mail_allowance (
  causer_gid uuid not null,
  reader_gid uuid not null,
  began_at timestamptz not null,
  mails int not null,
  primary key (causer_gid, reader_gid)
);
create index mail_allowance_began_at on mail_allowance (began_at);
create table held_mail (
  digest text not null,
  about text not null,
  project_gid uuid not null,
  cause jsonb not null,
  due_at timestamptz not null,
  primary key (digest, about)
);
create index held_mail_project on held_mail (project_gid);
create index held_mail_due_at on held_mail (due_at);

-- Find the managers of an organization, and the waiting mails about a project.
create index shared_state_memberships on shared_state using gin ((state -> 'memberships') jsonb_path_ops) where type = 'principal';
create index job_of_project on job ((data -> 'values' ->> 'project')) where name = 'mail_project' and given_up_at is null;
