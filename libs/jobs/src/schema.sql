-- The tables of this package, for the database of every service that has jobs.

-- Like the outbox: small, but turning over fast.
create table job (
  id bigint generated always as identity primary key,
  name text not null,
  key text,
  data jsonb not null default '{}',
  added_at timestamptz not null default now(),
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  leased_until timestamptz,
  claim bigint not null default 0,
  is_added_again boolean not null default false,
  has_lost_worker boolean not null default false,
  last_error text,
  given_up_at timestamptz,
  lane text,
  turn bigint not null default 0,
  constraint job_key unique (name, key)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index job_due on job (name, run_at) where given_up_at is null;
create index job_turn on job (name, turn, run_at, id) where lane is not null and given_up_at is null;
create index job_without_lane on job (name, run_at, id) where lane is null and given_up_at is null;
-- By last_error, which a claim leaves as it is: so these indexes cost claims nothing (HOT).
create index job_lane on job (name, lane, turn) where lane is not null and given_up_at is null and last_error is null;
create index job_first_turn on job (name, turn) where lane is not null and given_up_at is null and last_error is null;
create index job_failing on job (name, run_at) where last_error is not null and given_up_at is null;
create index job_given_up on job (name, run_at) where given_up_at is not null;
-- The mails to a user, see `forgetMailsTo` of libs/mail, which has no tables of its own.
create index job_of_reader on job (split_part(data ->> 'about', '/', 2)) where starts_with(name, 'mail_');

create table job_schedule (
  name text primary key,
  last_at timestamptz not null
);
