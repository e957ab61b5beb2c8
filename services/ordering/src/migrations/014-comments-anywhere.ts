import { Migration } from '@mikro-orm/migrations';

/** Comments on resources that belong to no project. The version before shows them to admins only. */
export class CommentsAnywhere extends Migration {
  override up(): void {
    this.addSql(
      'alter table comment alter project_gid drop not null, add is_shared boolean not null default false, add organization_gid uuid',
    );
  }

  override down(): void {
    this.addSql('delete from comment where project_gid is null');
    this.addSql('alter table comment drop organization_gid, drop is_shared, alter project_gid set not null');
  }
}

/** By it the job goes through what may be gone. */
export class CommentsElsewhere extends Migration {
  override up(): void {
    this.addSql('create index comment_elsewhere on comment (gid) where project_gid is null');
  }

  override down(): void {
    this.addSql('drop index comment_elsewhere');
  }
}
