import { schemaMigration, type MigrationList } from '@partner-ordering/data';

const file = new URL('./schema.sql', import.meta.url);

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  schemaMigration('ordering-schema', {
    file,
    searched: { project: { short: 'title', long: "title || ' ' || short_code" } },
    counted: { project: null, work: null, worker: null, review: null, comment: null },
  }),
];
