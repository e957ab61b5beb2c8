import { askingAhead, created, ok, rolledBack } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Project } from '../domain/project/project.ts';
import { publication } from '../domain/publishing/publish.ts';
import { carryOut, recordFact } from '../domain/project/record.ts';
import { askPrice, takeOrder } from '../domain/pricing/take-order.ts';
import { dryRun } from '../domain/publishing/dry-run.ts';
import { projects } from '../resources/projects.ts';
import { attach } from './files/attach.ts';

export const createProject: Operations['createProject'] = askingAhead(askPrice, async (context) => {
  const { body, query, principal, tx } = context;
  const order = await takeOrder(context, body);
  const { project, step } = Project.draft(principal, order, context);
  tx.em.persist([project, step]);
  recordFact(context, project, 'project.created');
  if (body.state === 'published') await carryOut(context, project, await publication(context, project));

  if (query.dry_run) {
    context.files('brief_files');
    return rolledBack(ok(await dryRun(context, project)));
  }
  await attach(context, { project: project.gid, kind: 'brief' }, context.files('brief_files'));
  return created(projects.href(project.gid));
});
