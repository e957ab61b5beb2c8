import { Migration } from '@mikro-orm/migrations';

/** Webhooks with their secrets. */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(`create table webhook (
      gid uuid primary key, organization_gid uuid not null, created_at timestamptz not null, modified_at timestamptz, url text not null,
      description text, events text[], signatures text[] not null, is_enabled boolean not null, disabled_at timestamptz, disabled_reason text)`);
    for (const by of ['gid', 'created_at, gid']) this.addSql(`create index on webhook (organization_gid, ${by})`);

    // Rows change in nothing but their end and by which key they are encrypted.
    this.addSql(`create table webhook_secret (
      gid uuid primary key, webhook_gid uuid not null references webhook on delete cascade, kind text not null,
      ciphertext text not null, encryption_key_id text not null, public_key text, created_at timestamptz not null, expires_at timestamptz)`);
    this.addSql('create index webhook_secret_webhook on webhook_secret (webhook_gid)');
    this.addSql('create unique index webhook_secret_present on webhook_secret (webhook_gid, kind) where expires_at is null');
  }

  override down(): void {
    for (const table of ['webhook_secret', 'webhook']) this.addSql(`drop table ${table}`);
  }
}
