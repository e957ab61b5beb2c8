import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Project } from '../domain/project.ts';
import { publication } from '../domain/publish.ts';
import { takeOrder } from '../domain/take-order.ts';
import { projects } from '../resources/projects.ts';
import { carryOut, recordFact } from '../domain/record.ts';
import { attach, listed } from './attach.ts';

export const createProject: Operations['createProject'] = async (context) => {
  const { body, principal, tx, seller } = context;
  const order = await takeOrder(tx, principal, body, seller);
  const { project, step } = Project.draft(principal, order, context);
  tx.em.persist([project, step]);
  recordFact(context, project, 'project.created');

  if (body.state === 'published') {
    const transition = await publication(context, project);
    await carryOut(context, project, transition);
  }
  await attach(context, { project: project.gid, kind: 'brief' }, listed('brief_files', body.brief_files));
  return created(projects.href(project.gid));
};
