import { notFound } from '@partner-ordering/kernel';
import type { Tools } from '../../context.ts';
import type { Project } from '../../domain/project/project.ts';
import { projectOfWork, type Work } from '../../domain/contest/work.ts';
import { projects } from '../../resources/projects.ts';
import { works } from '../../resources/works.ts';
import { loadOr } from './named.ts';

/** Loads a work and its project, which is locked first as in every operation on it. 404 for a work that the caller may not see. */
export async function loadWork(tools: Tools, gid: string): Promise<{ work: Work; project: Project }> {
  const unknown = notFound(works.noun);
  const projectGid = await projectOfWork(tools.tx, gid);
  if (projectGid === undefined) throw unknown;
  const project = await loadOr(tools, projects, projectGid, unknown);
  return { work: await tools.load(works, gid), project };
}
