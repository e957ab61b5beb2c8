import { Migration } from '@mikro-orm/migrations';
import { searchColumns } from '@partner-ordering/data';

/** Projects with their history, and the budgets they are booked in. */
export class Ordering extends Migration {
  up(): void {
    this.addSql(`create table project (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      short_code text not null constraint project_short_code unique,
      title text not null, description text not null, status text not null, state text not null,
      published_at timestamptz, started_at timestamptz, finished_at timestamptz, canceled_at timestamptz, deadline_at timestamptz,
      due int, mode text, skill text, quantity int not null,
      owner_gid uuid not null, organization_gid uuid not null, product_gid uuid,
      price_minor bigint, currency text, vat_rate int, vat_minor bigint)`);
    searchColumns('project', { short: 'title', long: "title || ' ' || short_code" }).forEach((statement) => this.addSql(statement));
    for (const scope of ['organization_gid', 'owner_gid']) {
      this.addSql(`create index project_${scope}_gid on project (${scope}, gid)`);
      this.addSql(`create index project_${scope}_created_at on project (${scope}, created_at, gid)`);
    }
    this.addSql('create index project_organization_gid_status on project (organization_gid, status, created_at, gid)');
    // Admins list across organizations.
    this.addSql('create index project_created_at on project (created_at, gid)');

    this.addSql(`create table project_transition (
      gid uuid primary key, project_gid uuid not null references project on delete cascade deferrable initially deferred,
      created_at timestamptz not null, command text not null, from_state text, to_state text not null, to_status text not null, actor_gid uuid not null)`);
    this.addSql('create index project_transition_project on project_transition (project_gid, gid)');

    this.addSql(`create table budget_account (
      user_gid uuid not null, organization_gid uuid not null, month text not null, currency text not null, booked_minor bigint not null,
      primary key (user_gid, organization_gid, month, currency))`);
    this.addSql(`create table budget_booking (
      project_gid uuid primary key, user_gid uuid not null, organization_gid uuid not null, month text not null,
      amount_minor bigint not null, currency text not null, created_at timestamptz not null, released_at timestamptz)`);
    this.addSql('create index budget_booking_account on budget_booking (user_gid, organization_gid, month)');
  }

  override down(): void {
    ['budget_booking', 'budget_account', 'project_transition', 'project'].forEach((table) => this.addSql(`drop table ${table}`));
  }
}
