import { schemaMigration, type MigrationList } from '@partner-ordering/data';

const NAMES = "firstname || ' ' || lastname || ' ' || email";
const file = new URL('./schema.sql', import.meta.url);

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  schemaMigration('identity-schema', {
    file,
    searched: { user: { short: NAMES, long: NAMES } },
    counted: { user: 'deleted_at is null', organization: null, invitation: null },
  }),
];
