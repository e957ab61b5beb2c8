import { noteOrganization } from '@partner-ordering/data';
import type { ProjectCreate } from '../../../generated/models.ts';
import type { DomainContext } from '../../context.ts';
import { checkOrder } from '../pricing/order.ts';
import { ProjectFile } from '../project/project-file.ts';
import { Project } from '../project/project.ts';
import { applyTransition, recordFact } from '../project/record.ts';
import { publication } from './publish.ts';

/** Checks an order and writes its project with its brief files, a published one with its booking. Throws 400 by field. */
export async function placeOrder(context: DomainContext, body: ProjectCreate): Promise<Project> {
  const { principal, now, tx } = context;
  const order = await checkOrder(context, body);
  noteOrganization(order.organization);
  const { project, entry } = Project.draft(principal, order, context);
  tx.em.persist([project, entry]);
  recordFact(context, project, 'project.created');
  if (body.state === 'published') await applyTransition(context, project, await publication(context, project, { isConfigured: true }));

  const files = context.files('brief_files');
  if (files.length > 0) project.addedBy(principal, now);
  tx.em.persist(files.map((file) => ProjectFile.attach({ project: project.gid, kind: 'brief' }, file, context)));
  return project;
}
