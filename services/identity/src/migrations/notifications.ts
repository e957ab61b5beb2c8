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

/** Finds those who have switched off some: few do. */
export class NotificationsOff extends Migration {
  override up(): void {
    this.addSql(`create index user_notifications_off on "user" (gid) where notifications_off <> '{}'`);
  }

  override down(): void {
    this.addSql('drop index user_notifications_off');
  }
}
