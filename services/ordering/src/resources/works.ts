import { date, expression, pick, raw, resource, table } from '@partner-ordering/data';
import type { Image, Work } from '../../generated/models.ts';
import { Work as WorkEntity } from '../domain/work.ts';
import { inVisibleProject } from './projects.ts';
import { projectReference, workerReference, workReference } from './references.ts';

const w = table(WorkEntity, 'w');

/** Works of projects that the caller may see. */
export const works = resource<Work>()({
  noun: 'work',
  path: '/v1/works',
  table: w,
  fields: {
    ...pick(w, 'description', 'content'),
    won_at: date(w.wonAt),
    image: expression<Image | null>(raw('null::json')),
    thumbnail: expression<Image | null>(raw('null::json')),
    worker: workerReference(w.workerGid),
    project: projectReference(w.projectGid),
    parent: workReference(w.parentGid),
  },
  visible: (viewer) => [inVisibleProject(w.projectGid.sql, viewer)],
});
