import { schemaMigration, type MigrationList } from '@partner-ordering/data';

/** The migrations that every service with jobs needs; they come before the service's own migrations, which may add jobs. */
export const jobMigrations: MigrationList = [schemaMigration('jobs-schema', { file: new URL('./schema.sql', import.meta.url) })];
