import { withPrefetch, created, ok, rolledBack } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { checkOrder, prefetchOrder } from '../domain/pricing/order.ts';
import { Project } from '../domain/project/project.ts';
import { ProjectFile } from '../domain/project/project-file.ts';
import { applyTransition, recordFact } from '../domain/project/record.ts';
import { dryRun } from '../domain/publishing/dry-run.ts';
import { publication } from '../domain/publishing/publish.ts';
import { projects } from '../resources/projects.ts';

export const createProject: Operations['createProject'] = withPrefetch(prefetchOrder, async (context) => {
  const { body, query, principal, now, tx } = context;
  const order = await checkOrder(context, body);
  const { project, entry } = Project.draft(principal, order, context);
  tx.em.persist([project, entry]);
  recordFact(context, project, 'project.created');
  if (body.state === 'published') await applyTransition(context, project, await publication(context, project, { isConfigured: true }));

  const files = context.files('brief_files');
  if (query.dry_run) return rolledBack(ok(await dryRun(context, project)));
  if (files.length > 0) project.addedBy(principal, now);
  tx.em.persist(files.map((file) => ProjectFile.attach({ project: project.gid, kind: 'brief' }, file, context)));
  return created(projects.href(project.gid));
});
