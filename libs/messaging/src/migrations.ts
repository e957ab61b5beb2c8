import { Migration } from '@mikro-orm/migrations';

class CreateMessagingTables extends Migration {
  override up(): void {
    this.addSql(`
      create table shared_state (
        type text not null,
        key text not null,
        version bigint not null,
        state jsonb,
        primary key (type, key)
      )`);
    // The table stays small, but its rows change fast: vacuum by number of dead rows, not by their share.
    this.addSql(`
      create table outbox (
        id bigint generated always as identity primary key,
        topic text not null,
        key text not null,
        event jsonb not null,
        created_at timestamptz not null default clock_timestamp()
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    this.addSql(`
      create table inbox (
        consumer_group text not null,
        event_id text not null,
        received_at timestamptz not null default now(),
        primary key (consumer_group, event_id)
      )`);
    this.addSql(`create index inbox_received_at on inbox using brin (received_at)`);
    this.addSql(`
      create table consumer_offset (
        consumer_group text not null,
        topic text not null,
        position bigint not null,
        primary key (consumer_group, topic)
      )`);
  }

  override down(): void {
    this.addSql(`drop table consumer_offset, inbox, outbox, shared_state`);
  }
}

class AddPartitions extends Migration {
  override up(): void {
    this.addSql(`
      alter table consumer_offset
        add column partition int not null default 0,
        drop constraint consumer_offset_pkey,
        add primary key (consumer_group, topic, partition)`);
  }

  override down(): void {
    this.addSql(`delete from consumer_offset where partition > 0`);
    this.addSql(`
      alter table consumer_offset
        drop constraint consumer_offset_pkey,
        drop column partition,
        add primary key (consumer_group, topic)`);
  }
}

class AddGenerations extends Migration {
  override up(): void {
    // One row per restore from a backup; without a row the generation is 0.
    this.addSql(`
      create table state_generation (
        generation int primary key,
        raised_at timestamptz not null default now(),
        finished_at timestamptz
      )`);
    this.addSql(`
      create table lost_state (
        type text not null,
        key text not null,
        generation int not null,
        version bigint not null,
        state jsonb,
        own_version bigint,
        own_state jsonb,
        primary key (type, key, generation)
      )`);
  }

  override down(): void {
    this.addSql(`drop table lost_state, state_generation`);
  }
}

class AddReplicaFields extends Migration {
  override up(): void {
    this.addSql(`
      create table replica_field (
        type text not null,
        field text not null,
        undeclared_since timestamptz,
        primary key (type, field)
      )`);
  }

  override down(): void {
    this.addSql(`drop table replica_field`);
  }
}

/** When a state was last published; of another service's state, when its first version came. */
class AddChangedAt extends Migration {
  override up(): void {
    this.addSql(`alter table shared_state add column changed_at timestamptz not null default now()`);
  }

  override down(): void {
    this.addSql(`alter table shared_state drop column changed_at`);
  }
}

/** The messages that were set aside and wait for a replay, for metrics: the messages themselves are with the transport. */
class CreateDeadLetter extends Migration {
  override up(): void {
    this.addSql(`
      create table dead_letter (
        topic text not null,
        partition int not null,
        position bigint not null,
        rejected_at timestamptz not null,
        primary key (topic, partition, position)
      )`);
  }

  override down(): void {
    this.addSql(`drop table dead_letter`);
  }
}

/** The tables of this package, for the database of every service that publishes or consumes events. */
export const messagingMigrations = [
  { name: 'messaging-001-create-tables', class: CreateMessagingTables },
  { name: 'messaging-002-add-partitions', class: AddPartitions },
  { name: 'messaging-003-add-generations', class: AddGenerations },
  { name: 'messaging-004-add-replica-fields', class: AddReplicaFields },
  { name: 'messaging-005-changed-at', class: AddChangedAt },
  { name: 'messaging-006-dead-letter', class: CreateDeadLetter },
];
