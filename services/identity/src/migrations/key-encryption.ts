import { Migration } from '@mikro-orm/migrations';

/** By which key a private signing key is encrypted; null is one that is not. */
export class KeyEncryption extends Migration {
  override up(): void {
    this.addSql('alter table signing_key add column encryption_key_id text');
  }

  /** The version before cannot read encrypted keys, and makes new ones. */
  override down(): void {
    this.addSql('delete from signing_key where encryption_key_id is not null');
    this.addSql('alter table signing_key drop column encryption_key_id');
  }
}
