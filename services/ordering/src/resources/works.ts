import { column, date, image, pick, resource, sql, type Sql, table } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import type { Work } from '../../generated/models.ts';
import { Work as WorkEntity } from '../domain/contest/work.ts';
import { inOwnProject, inVisibleProject } from './projects.ts';
import { projectReference, workerReference, workReference } from './fields/references.ts';

const w = table(WorkEntity, 'w');

/** Those who may mark a work see its mark. */
const ofCustomer = (principal: Principal): Sql => inOwnProject(w.projectGid.sql, principal);

/** Works of projects that the caller may see. */
export const works = resource<Work>()({
  noun: 'work',
  path: '/v1/works',
  table: w,
  fields: {
    won_at: date(w.wonAt),
    image: image(w.imageUrl),
    thumbnail: image(w.imageUrl, '-thumb'),
    worker: workerReference(w.workerGid),
    project: projectReference(w.projectGid),
    parent: workReference(w.parentGid),
    mark: {
      ...column(w.mark),
      value: (principal) => sql`case when ${ofCustomer(principal)} then ${w.mark.sql} end`,
      seenIn: ofCustomer,
    },
    ...pick(w, 'description', 'content'),
  },
  visible: (principal) => [inVisibleProject(w.projectGid.sql, principal)],
  isCounted: true,
});
