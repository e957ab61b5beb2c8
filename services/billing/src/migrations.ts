import { schemaMigration, type MigrationList } from '@partner-ordering/data';

const file = new URL('./schema.sql', import.meta.url);

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [schemaMigration('billing-schema', { file, counted: { receipt: null } })];
