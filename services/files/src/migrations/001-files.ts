import { Migration } from '@mikro-orm/migrations';

/** Files and their attachments. */
export class Files extends Migration {
  up(): void {
    this.addSql(`create table file (
      path text primary key, uploader_gid uuid not null, name text not null, content_type text not null, size_bytes bigint not null,
      sha256 text not null, created_at timestamptz not null, width int, height int, unclaimed_since timestamptz)`);
    this.addSql('create index file_unclaimed on file (unclaimed_since) where unclaimed_since is not null');

    // A row per attachment. holder is the path of a resource of the service, which tells who may see it. A file is attached before its
    // holder is committed, so each attachment is checked once more; is_confirmed says that the holder was there.
    this.addSql(`create table file_claim (
      path text not null references file on delete cascade, service text not null, holder text not null, claimed_at timestamptz not null,
      is_confirmed boolean not null default false, primary key (path, service, holder))`);
    this.addSql('create index file_claim_unconfirmed on file_claim (service, claimed_at) where not is_confirmed');
  }

  override down(): void {
    ['file_claim', 'file'].forEach((table) => this.addSql(`drop table ${table}`));
  }
}
