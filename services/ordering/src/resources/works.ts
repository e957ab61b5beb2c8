import { date, image, pick, resource, table } from '@partner-ordering/data';
import type { Work } from '../../generated/models.ts';
import { Work as WorkEntity } from '../domain/contest/work.ts';
import { inVisibleProject } from './projects.ts';
import { projectReference, workerReference, workReference } from './fields/references.ts';

const w = table(WorkEntity, 'w');

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
    ...pick(w, 'description', 'content'),
  },
  visible: (principal) => [inVisibleProject(w.projectGid.sql, principal)],
  isCounted: true,
});
