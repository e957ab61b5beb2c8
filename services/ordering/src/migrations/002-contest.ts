import { Migration } from '@mikro-orm/migrations';

/** Workers, the works of contests, and reviews. */
export class Contest extends Migration {
  up(): void {
    this.addSql(`create table worker (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      service_id text not null constraint worker_service_id unique, firstname text not null, lastname text not null, avatar text)`);
    this.addSql('create index worker_created_at on worker (created_at, gid)');

    this.addSql(`create table work (
      gid uuid primary key, created_at timestamptz not null, modified_at timestamptz, won_at timestamptz,
      description text, content text,
      worker_gid uuid not null constraint work_worker references worker,
      project_gid uuid not null constraint work_project references project,
      parent_gid uuid constraint work_parent references work)`);
    this.addSql('create index work_project on work (project_gid, gid)');
    this.addSql('create index work_project_created_at on work (project_gid, created_at, gid)');
    this.addSql('create index work_worker on work (worker_gid, project_gid)');
    this.addSql('create index work_parent on work (parent_gid) where parent_gid is not null');
    this.addSql('create index work_created_at on work (created_at, gid)');

    this.addSql(`alter table project add first_result_at timestamptz,
      add winner_gid uuid constraint project_winner references work,
      add worker_gid uuid constraint project_worker references worker`);
    this.addSql('create index project_worker on project (worker_gid) where worker_gid is not null');

    this.addSql(`create table review (
      gid uuid primary key, created_at timestamptz not null,
      quality smallint not null, reactivity smallint not null, communicativeness smallint not null, work_with_again smallint not null,
      comment text,
      project_gid uuid not null constraint review_project_once unique constraint review_project references project,
      worker_gid uuid not null constraint review_worker references worker)`);
    this.addSql('create index review_worker on review (worker_gid, gid)');
    this.addSql('create index review_created_at on review (created_at, gid)');
  }

  override down(): void {
    this.addSql('drop table review');
    this.addSql('alter table project drop first_result_at, drop winner_gid, drop worker_gid');
    this.addSql('drop table work');
    this.addSql('drop table worker');
  }
}
