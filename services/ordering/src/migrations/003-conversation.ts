import { Migration } from '@mikro-orm/migrations';

/** People a project is shared with, its messages, proposals in its history, and comments. */
export class Conversation extends Migration {
  up(): void {
    const ofProject = 'project_gid uuid not null references project on delete cascade deferrable initially deferred';
    this.addSql('alter table project_transition add price_minor bigint, add currency text, add due int, add mode text');
    // The actor is null when the system acts, for instance when a receipt is paid.
    this.addSql('alter table project_transition alter actor_gid drop not null');

    this.addSql(`create table project_share (
      gid uuid primary key, ${ofProject}, created_at timestamptz not null, user_gid uuid not null, shared_by_gid uuid not null,
      constraint project_share_once unique (project_gid, user_gid))`);
    this.addSql('create index project_share_user on project_share (user_gid, project_gid)');
    // People are shared with by e-mail, too.
    this.addSql(`create index shared_state_user_email on shared_state (lower(state->>'email')) where type = 'user'`);

    // Who can approve an order.
    this.addSql(`create index shared_state_managers on shared_state ((state->>'organization'))
      where type = 'membership' and state->>'is_manager' = 'true'`);

    this.addSql(`create table project_message (
      gid uuid primary key, ${ofProject}, created_at timestamptz not null, modified_at timestamptz,
      type text not null, message text not null, posted_by_gid uuid not null,
      worker_gid uuid constraint project_message_worker references worker, delivery_gid uuid, accepted_at timestamptz, rejected_at timestamptz)`);
    this.addSql('create index project_message_project on project_message (project_gid, gid)');
    this.addSql('create index project_message_created_at on project_message (project_gid, created_at, gid)');
    this.addSql('create index project_message_worker on project_message (worker_gid, project_gid) where worker_gid is not null');
    this.addSql('create index project_message_type on project_message (project_gid, type, gid)');

    this.addSql(`create table comment (
      gid uuid primary key, ${ofProject}, created_at timestamptz not null, modified_at timestamptz,
      uri text not null, message text not null, user_gid uuid not null)`);
    this.addSql('create index comment_uri on comment (uri, created_at, gid)');
    this.addSql('create index comment_created_at on comment (created_at, gid)');
  }

  override down(): void {
    ['comment', 'project_message', 'project_share'].forEach((table) => this.addSql(`drop table ${table}`));
    this.addSql('drop index shared_state_user_email, shared_state_managers');
    this.addSql(`delete from project_transition where actor_gid is null`);
    this.addSql('alter table project_transition alter actor_gid set not null');
    this.addSql('alter table project_transition drop price_minor, drop currency, drop due, drop mode');
  }
}
