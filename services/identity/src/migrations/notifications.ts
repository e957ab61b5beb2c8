import { Migration } from '@mikro-orm/migrations';

/** Which mails users have switched off. The version before sends none of them. */
export class Notifications extends Migration {
  override up(): void {
    this.addSql(`alter table "user" add column notifications_off text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table "user" drop column notifications_off');
  }
}
