import { schemaMigration, type MigrationList } from '@partner-ordering/data';

const fileOf = (name: string) => new URL(`./${name}.sql`, import.meta.url);

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  schemaMigration('ordering-schema', {
    file: fileOf('schema'),
    searched: { project: { short: 'title', long: "title || ' ' || short_code" } },
    counted: { project: null, work: null, worker: null, review: null, comment: null },
  }),
  schemaMigration('ordering-project-state', { file: fileOf('project-state') }),
  schemaMigration('ordering-project-awaits-work', { file: fileOf('project-awaits-work') }),
  schemaMigration('ordering-worker-full-name', { file: fileOf('worker-full-name') }),
];
