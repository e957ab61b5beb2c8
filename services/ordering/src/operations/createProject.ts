import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Project } from '../domain/project.ts';
import { publication } from '../domain/publish.ts';
import { takeOrder } from '../domain/take-order.ts';
import { projects } from '../resources/projects.ts';
import { carryOut, recordFact } from '../domain/record.ts';

export const createProject: Operations['createProject'] = async (context) => {
  const { body, principal, now, tx, seller } = context;
  const order = await takeOrder(tx, principal, body, seller);
  const { project, step } = Project.draft(principal, order, now);
  tx.em.persist([project, step]);
  recordFact(context, project, 'project.created');

  if (body.state === 'published') {
    const transition = await publication(context, project);
    await carryOut(context, project, transition);
  }
  return created(projects.href(project.gid));
};
