import { Migration } from '@mikro-orm/migrations';

/** What webhooks are told: the log of deliveries and their attempts by day, what still waits, and which webhooks fail. */
export class Deliveries extends Migration {
  override up(): void {
    // The day is that of the event. Partitions are made and dropped together with those of events.
    this.addSql(`create table delivery (
      day date not null, gid uuid not null, webhook_gid uuid not null, organization_gid uuid not null, position bigint not null,
      event_id text not null, event_type text not null, occurred_at timestamptz not null, project_gid uuid, sequence bigint,
      created_at timestamptz not null, modified_at timestamptz not null, status text not null, attempts int not null default 0,
      settled_at timestamptz, failure text, primary key (webhook_gid, gid, day)) partition by range (day)`);
    this.addSql('create unique index delivery_position on delivery (webhook_gid, position, day)');
    for (const by of ['created_at', 'modified_at', 'status', 'event_id'])
      this.addSql(`create index delivery_${by} on delivery (webhook_gid, ${by}, gid)`);

    // Headers are json and not jsonb, which writes blanks.
    this.addSql(`create table delivery_attempt (
      day date not null, delivery_gid uuid not null, number int not null, at timestamptz not null, duration_ms int not null, url text not null,
      status int, failure text, request_headers json not null, answer_headers json, answer_body text,
      primary key (delivery_gid, number, day)) partition by range (day)`);

    // Small and turning over fast: a row is gone when its delivery is settled.
    this.addSql(`create table delivery_queue (
      webhook_gid uuid not null, position bigint not null, delivery_gid uuid not null, day date not null, organization_gid uuid not null,
      project_gid uuid, event_id text not null, due_at timestamptz, failures int not null default 0, holds_until timestamptz, is_passed boolean not null default false,
      leased_by int, primary key (webhook_gid, position)) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000)`);
    this.addSql(
      'create index delivery_queue_due on delivery_queue (webhook_gid, due_at, position) where due_at is not null and leased_by is null',
    );
    this.addSql(
      'create index delivery_queue_leased on delivery_queue (leased_by, webhook_gid, organization_gid) where leased_by is not null',
    );
    this.addSql('create index delivery_queue_holding on delivery_queue (holds_until) where holds_until is not null');
    this.addSql(
      'create index delivery_queue_lane on delivery_queue (webhook_gid, project_gid, position) where project_gid is not null and not is_passed',
    );
    // A lane has one head.
    this.addSql(`create unique index delivery_queue_head on delivery_queue (webhook_gid, project_gid)
      where project_gid is not null and not is_passed and due_at is not null`);

    // Only of those that fail at the moment.
    this.addSql(`create table webhook_health (
      webhook_gid uuid primary key, failing_since timestamptz not null, last_failed_at timestamptz not null, warned_at timestamptz)`);
    this.addSql('create index webhook_health_since on webhook_health (failing_since)');
  }

  override down(): void {
    for (const table of ['webhook_health', 'delivery_queue', 'delivery_attempt', 'delivery']) this.addSql(`drop table ${table}`);
  }
}
