import { Migration } from '@mikro-orm/migrations';
import type { MigrationList } from '@partner-ordering/data';

class CreateJobTables extends Migration {
  override up(): void {
    // Like the outbox: small, but turning over fast.
    this.addSql(`
      create table job (
        id bigint generated always as identity primary key,
        name text not null,
        key text,
        data jsonb not null default '{}',
        added_at timestamptz not null default now(),
        run_at timestamptz not null default now(),
        attempts int not null default 0,
        worker int,
        claim bigint not null default 0,
        is_added_again boolean not null default false,
        last_error text,
        given_up_at timestamptz,
        constraint job_key unique (name, key)
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`);
    this.addSql('create index job_waiting on job (run_at, id) where worker is null and given_up_at is null');
    this.addSql('create index job_running on job (worker) where worker is not null');
    this.addSql('create sequence job_worker as int cycle');
    this.addSql('create table job_schedule (name text primary key, last_at timestamptz not null)');
  }

  override down(): void {
    this.addSql('drop table job_schedule, job');
    this.addSql('drop sequence job_worker');
  }
}

/** Finds the mails to a user, see `forgetMailsTo` of libs/mail, which has no tables of its own. */
class FindMailsOfReaders extends Migration {
  override up(): void {
    this.addSql(`create index job_of_reader on job (split_part(data->>'about', '/', 2)) where starts_with(name, 'mail_')`);
  }

  override down(): void {
    this.addSql('drop index job_of_reader');
  }
}

class MarkLostWorkers extends Migration {
  override up(): void {
    this.addSql('alter table job add has_lost_worker boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table job drop has_lost_worker');
  }
}

/** The tables of this package, for the database of every service that has jobs; before the service's own, which may add jobs. */
export const jobMigrations: MigrationList = [
  { name: 'jobs-001-create-tables', class: CreateJobTables },
  { name: 'jobs-002-find-mails-of-readers', class: FindMailsOfReaders },
  { name: 'jobs-003-mark-lost-workers', class: MarkLostWorkers },
];
