import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { faults } from '../faults.ts';
import { Work } from '../domain/contest/work.ts';
import { mustPermitInSome } from '../domain/project/rights.ts';
import { projects } from '../resources/projects.ts';
import { workers } from '../resources/workers.ts';
import { works } from '../resources/works.ts';
import { loadNamed } from './loading/named.ts';
import { recordFact } from '../domain/project/record.ts';

export const createWork: Operations['createWork'] = async (context) => {
  const { body, principal, tx } = context;
  mustPermitInSome('change_works', principal);
  const project = await loadNamed(context, projects, body.project.gid, faults.not_found('project.gid'));
  const worker = await loadNamed(context, workers, body.worker.gid, faults.not_found('worker.gid'));
  const parent = body.parent
    ? await loadNamed(context, works, body.parent.gid, faults.not_found('parent.gid', { resource: 'work' }))
    : null;
  const work = Work.create(principal, { project, worker, parent }, body, context);
  tx.em.persist(work);
  if (body.image !== undefined) work.show(context.files('image')[0] ?? null);
  recordFact(context, project, 'project.work_posted', { work: work.gid });
  return created(works.href(work.gid));
};
