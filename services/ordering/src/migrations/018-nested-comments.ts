import { Migration } from '@mikro-orm/migrations';

/** Comments on comments. The version before (0.1.0) shows those in a project to whoever sees the project, others to admins only. */
export class NestedComments extends Migration {
  override up(): void {
    this.addSql('alter table comment add ancestors uuid[]');
  }

  override down(): void {
    this.addSql('delete from comment where ancestors is not null');
    this.addSql('alter table comment drop ancestors');
  }
}

/** By it the comments below one are found, at all levels. */
export class NestedByAncestor extends Migration {
  override up(): void {
    this.addSql('create index comment_ancestors on comment using gin (ancestors) where ancestors is not null');
  }

  override down(): void {
    this.addSql('drop index comment_ancestors');
  }
}
