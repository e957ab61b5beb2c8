import { Migration } from '@mikro-orm/migrations';

/** The events of organizations: as they arrive, and in the order in which partners are told. */
export class Events extends Migration {
  override up(): void {
    this.addSql(`create table arrived_event (
      id bigint generated always as identity primary key, organization_gid uuid not null, event_id text not null, type text not null,
      occurred_at timestamptz not null, project_gid uuid, data text not null)`);
    this.addSql('create index arrived_event_organization on arrived_event (organization_gid, id)');

    // Whoever numbers events locks the row, so positions have no gaps and no event comes behind a cursor. A restore raises the generation.
    this.addSql(`create table event_counter (
      organization_gid uuid primary key, position bigint not null default 0, day date not null default '1970-01-01', generation bigint not null default 0)`);
    this.addSql(`create table event_sequence (
      organization_gid uuid not null, project_gid uuid not null, sequence bigint not null, primary key (organization_gid, project_gid))`);
    this.addSql(`create table event (
      day date not null, organization_gid uuid not null, position bigint not null, id text not null, type text not null,
      occurred_at timestamptz not null, project_gid uuid, sequence bigint, body text not null, primary key (organization_gid, position, day))
      partition by range (day)`);
  }

  override down(): void {
    for (const table of ['event', 'event_sequence', 'event_counter', 'arrived_event']) this.addSql(`drop table ${table}`);
  }
}
