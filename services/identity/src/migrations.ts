import { schemaMigration, type MigrationList } from '@partner-ordering/data';

const file = new URL('./schema.sql', import.meta.url);

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  schemaMigration('identity-schema', {
    file,
    searched: { user: { short: "firstname || ' ' || lastname || ' ' || email", long: "firstname || ' ' || lastname || ' ' || email" } },
    counted: { user: 'deleted_at is null', organization: null, invitation: null },
  }),
];
