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

create table inbox (
  consumer_group text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (consumer_group, event_id)
);
create index inbox_received_at on inbox using brin (received_at);

create table consumer_offset (
  consumer_group text not null,
  topic text not null,
  partition int not null default 0,
  position bigint not null,
  primary key (consumer_group, topic, partition)
);

-- One row per restore from a backup; without a row the generation is 0.
create table state_generation (
  generation int primary key,
  raised_at timestamptz not null default now(),
  finished_at timestamptz
);

create table lost_state (
  type text not null,
  key text not null,
  generation int not null,
  version bigint not null,
  state jsonb,
  own_version bigint,
  own_state jsonb,
  primary key (type, key, generation)
);

create table replica_field (
  type text not null,
  field text not null,
  undeclared_since timestamptz,
  primary key (type, field)
);

-- The messages that were set aside and wait for a replay, for metrics: the messages themselves are with the transport.
create table dead_letter (
  topic text not null,
  partition int not null,
  position bigint not null,
  rejected_at timestamptz not null,
  primary key (topic, partition, position)
);
