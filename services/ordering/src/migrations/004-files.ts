import { Migration } from '@mikro-orm/migrations';

/** Files of projects, messages and works, and which of them are starred. */
export class Files extends Migration {
  up(): void {
    const ofProject = 'project_gid uuid not null references project on delete cascade deferrable initially deferred';
    const ofMessage = 'references project_message on delete cascade deferrable initially deferred';
    this.addSql(`create table project_file (
      gid uuid primary key, ${ofProject}, created_at timestamptz not null, kind text not null, message_gid uuid ${ofMessage},
      path text not null, url text not null, name text not null, content_type text not null, size_bytes bigint not null, added_by_gid uuid not null, holder text not null)`);
    this.addSql('create unique index project_file_once on project_file (project_gid, kind, path) where message_gid is null');
    this.addSql('create index project_file_project on project_file (project_gid, kind, gid)');
    this.addSql('create index project_file_message on project_file (message_gid, gid) where message_gid is not null');
    this.addSql('create index project_file_path on project_file (path)');

    this.addSql(`create table star (
      gid uuid primary key, ${ofProject}, created_at timestamptz not null, message_gid uuid not null ${ofMessage},
      path text not null, url text not null, starred_by_gid uuid not null, constraint star_once unique (project_gid, path))`);
    this.addSql('create index star_path on star (path)');

    this.addSql('alter table work add image_path text, add image_url text, add image_holder text');
    this.addSql('create index work_image on work (image_path) where image_path is not null');
  }

  override down(): void {
    this.addSql('alter table work drop image_path, drop image_url, drop image_holder');
    ['star', 'project_file'].forEach((table) => this.addSql(`drop table ${table}`));
  }
}
