import { column, pick, raw, resource, sql, table } from '@partner-ordering/data';
import type { Worker } from '../../generated/models.ts';
import { Worker as WorkerEntity } from '../domain/contest/worker.ts';
import { inVisibleProject } from './projects.ts';
import { fullNameOf } from './fields/references.ts';

const k = table(WorkerEntity, 'k');

/** Workers of projects that the caller may see: those who posted works or messages there, or are assigned. */
export const workers = resource<Worker>()({
  noun: 'worker',
  path: '/v1/workers',
  table: k,
  fields: {
    ...pick(k, 'service_id', 'firstname', 'lastname'),
    full_name: column(fullNameOf('k')),
    ...pick(k, 'avatar'),
  },
  relations: {
    works: {
      relation: {
        from: raw('work kw'),
        on: (principal) => sql`kw.worker_gid = ${k.gid.sql} and ${inVisibleProject(raw('kw.project_gid'), principal)}`,
      },
      parts: { 'project.gid': { sql: raw('kw.project_gid'), type: 'uuid', nullable: false } },
    },
  },
  visible: (principal) => [
    sql`exists (select 1 from work kw where kw.worker_gid = ${k.gid.sql} and ${inVisibleProject(raw('kw.project_gid'), principal)})`,
    sql`exists (select 1 from project_message km where km.worker_gid = ${k.gid.sql} and ${inVisibleProject(raw('km.project_gid'), principal)})`,
    sql`exists (select 1 from project kp where kp.worker_gid = ${k.gid.sql} and ${inVisibleProject(raw('kp.gid'), principal)})`,
  ],
  isCounted: true,
});
