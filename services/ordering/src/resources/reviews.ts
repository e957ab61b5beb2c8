import { pick, resource, table } from '@partner-ordering/data';
import type { Review } from '../../generated/models.ts';
import { Review as ReviewEntity } from '../domain/contest/review.ts';
import { inOwnProject } from './projects.ts';
import { projectReference, workerReference } from './fields/references.ts';

const r = table(ReviewEntity, 'r');

/** Reviews of the caller's own projects and of the organizations that they manage, but not of shared projects. */
export const reviews = resource<Review>()({
  noun: 'review',
  path: '/v1/reviews',
  table: r,
  fields: {
    ...pick(r, 'quality', 'reactivity', 'communicativeness', 'work_with_again', 'comment'),
    project: projectReference(r.projectGid),
    worker: workerReference(r.workerGid),
  },
  visible: (principal) => [inOwnProject(r.projectGid.sql, principal)],
  isCounted: true,
});
