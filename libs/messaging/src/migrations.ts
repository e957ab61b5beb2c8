import { schemaMigration, type MigrationList } from '@partner-ordering/data';

/** The migrations for the database of every service that publishes or consumes events. */
export const messagingMigrations: MigrationList = [schemaMigration('messaging-schema', { file: new URL('./schema.sql', import.meta.url) })];
