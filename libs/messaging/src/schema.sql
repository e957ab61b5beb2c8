-- The tables of this package, for the database of every service that publishes or consumes events.

-- changed_at: when a state was last published; of another service's state, when its first version came.
create table shared_state (
  type text not null,
  key text not null,
  version bigint not null,
  state jsonb,
  changed_at timestamptz not null default now(),
  primary key (type, key)
);

-- Stays small, but its rows change fast: vacuum by number of dead rows, not by their share.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  event jsonb not null,
  created_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- What left the outbox within the last days and is no state, for a log that is lost.
create table kept_event (like outbox);
create index kept_event_created_at on kept_event (created_at);

-- What the transport refused to take from the outbox, for this reason.
create table refused_event (like outbox, reason text not null, primary key (id));

create table inbox (
  consumer_group text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (consumer_group, event_id)
);
create index inbox_received_at on inbox (received_at);

-- position: -1 is the beginning of the log. newest_ms: the time of the newest message read. stopped: why reading waits for `recover`.
create table consumer_offset (
  consumer_group text not null,
  topic text not null,
  partition int not null default 0,
  position bigint not null,
  newest_ms bigint not null default 0,
  stopped text,
  primary key (consumer_group, topic, partition)
);

-- One row from when the database was found to be restored until an operator accepts it.
create table held_database (
  is_held boolean primary key default true check (is_held),
  behind_ms bigint not null
);

create table replica_field (
  type text not null,
  field text not null,
  primary key (type, field)
);

-- The messages that were set aside and wait for a replay; the messages themselves are with the transport.
create table dead_letter (
  topic text not null,
  partition int not null,
  position bigint not null,
  key text not null,
  bytes int not null,
  sha256 text not null,
  reason text not null,
  rejected_at timestamptz not null,
  primary key (topic, partition, position, sha256)
);
create index dead_letter_rejected_at on dead_letter (rejected_at);
