import { schemaMigration, type MigrationList } from '@partner-ordering/data';

const NAMES = "firstname || ' ' || lastname || ' ' || email";
const fileOf = (name: string) => new URL(`./${name}.sql`, import.meta.url);

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  schemaMigration('identity-schema', {
    file: fileOf('schema'),
    searched: { user: { short: NAMES, long: NAMES } },
    counted: { user: 'deleted_at is null', organization: null, invitation: null },
  }),
  schemaMigration('identity-session-network', { file: fileOf('session-network') }),
  schemaMigration('identity-session-living', { file: fileOf('session-living') }),
  schemaMigration('identity-authorization-code', { file: fileOf('authorization-code') }),
  schemaMigration('identity-authorization', { file: fileOf('authorization') }),
  schemaMigration('identity-browser-session', { file: fileOf('browser-session') }),
  schemaMigration('identity-browser-session-use', { file: fileOf('browser-session-use') }),
  schemaMigration('identity-user-lastname', { file: fileOf('user-lastname') }),
  schemaMigration('identity-browser-session-network', { file: fileOf('browser-session-network') }),
  schemaMigration('identity-browser-session-user-agent', { file: fileOf('browser-session-user-agent') }),
  schemaMigration('identity-refresh-token-replaces', { file: fileOf('refresh-token-replaces') }),
];
