import { date, pick, resource, table } from '@partner-ordering/data';
import type { Work } from '../../generated/models.ts';
import { Work as WorkEntity } from '../domain/contest/work.ts';
import { imageOf } from './fields/embedded-files.ts';
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
    image: imageOf(''),
    thumbnail: imageOf('-thumb'),
    worker: workerReference(w.workerGid),
    project: projectReference(w.projectGid),
    parent: workReference(w.parentGid),
    ...pick(w, 'description', 'content'),
  },
  visible: (principal) => [inVisibleProject(w.projectGid.sql, principal)],
});
