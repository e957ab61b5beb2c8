import { noContent } from '@partner-ordering/http';
import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import type { DomainContext } from '../context.ts';
import { hasWorksBesides, projectOfWork, type Work } from '../domain/contest/work.ts';
import { removeComments } from '../domain/conversation/nested-comments.ts';
import type { Project } from '../domain/project/project.ts';
import { forgetAdditions } from '../domain/project/project-seen.ts';
import { projects } from '../resources/projects.ts';
import { works } from '../resources/works.ts';
import { loadOr } from './loading/named.ts';

export const updateWork: Operations['updateWork'] = async (context) => {
  const { path, body, principal, now } = context;
  const { work, project } = await loadWork(context, path.gid);
  work.update(principal, project, body, now);
  if (body.image !== undefined) work.show(context.files('image')[0] ?? null);
  return noContent();
};

export const deleteWork: Operations['deleteWork'] = async (context) => {
  const { path, principal, now, tx } = context;
  const { work, project } = await loadWork(context, path.gid);
  project.mustAllow('change_works', principal, 'delete');
  tx.em.remove(work);
  project.turn({ hasOpenResult: await hasWorksBesides(tx, work) }, now);
  await forgetAdditions(tx, project, [work]);
  await removeComments(tx, works.href(work.gid));
  return noContent();
};

export const markWork: Operations['markWork'] = async (context) => {
  const { work, project } = await loadWork(context, context.path.gid);
  work.markAs(context.body.mark, project, context.principal);
  return noContent();
};

/** Loads a work and its project, which is locked first as in every operation on it. 404 for a work that the caller may not see. */
async function loadWork(context: DomainContext, gid: string): Promise<{ work: Work; project: Project }> {
  const unknown = notFound(works.noun);
  const projectGid = await projectOfWork(context.tx, gid);
  if (projectGid === undefined) throw unknown;
  const project = await loadOr(context, projects, projectGid, unknown);
  return { work: await context.load(works, gid), project };
}
