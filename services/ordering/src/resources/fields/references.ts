import { jsonObject, raw, reference, sql, table, type Column, type Sql } from '@partner-ordering/data';
import type { ProjectReference, WorkerReference, WorkReference } from '../../../generated/models.ts';
import { Project } from '../../domain/project/project.ts';
import { Work } from '../../domain/contest/work.ts';
import { Worker } from '../../domain/contest/worker.ts';

// Aliases of their own, as a reference may stand in a statement on the same table.
const project = table(Project, 'rp');
const work = table(Work, 'rw');
const worker = table(Worker, 'rk');

/** A worker's `full_name`; `alias` is that of the table. */
export const fullNameOf = (alias: string): Column<string> => ({
  sql: raw(`(${alias}.firstname || ' ' || ${alias}.lastname)`),
  type: 'text',
  nullable: false,
});

export const projectReference = reference<ProjectReference>('/v1/projects', project, { gid: project.gid, title: project.title });
export const workReference = reference<WorkReference>('/v1/works', work, { gid: work.gid });
/** The path of a message, by the gids of its project and its own. */
export const messageHref = (project: Sql, gid: Sql): Sql => sql`'/v1/projects/' || ${project} || '/messages/' || ${gid}`;
export const messageReference = (project: Sql, gid: Sql): Sql => jsonObject({ gid, href: messageHref(project, gid) });
export const workerReference = reference<WorkerReference>('/v1/workers', worker, { gid: worker.gid, full_name: fullNameOf('rk') });
