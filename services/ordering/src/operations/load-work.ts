import { notFound } from '@partner-ordering/data';
import type { OperationTools } from '@partner-ordering/http';
import type { Project } from '../domain/project.ts';
import { projectOfWork, type Work } from '../domain/work.ts';
import { projects } from '../resources/projects.ts';
import { works } from '../resources/works.ts';

/** Loads and locks a work with its project, the project first like everything that happens to it; 404 for what the caller may not see. */
export async function loadWork({ tx, load }: OperationTools, gid: string): Promise<{ work: Work; project: Project }> {
  const projectGid = await projectOfWork(tx, gid);
  if (projectGid === undefined) throw notFound(works.noun);
  const project = await load(projects, projectGid);
  return { work: await load(works, gid), project };
}
