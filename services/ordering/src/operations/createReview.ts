import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { faults } from '../faults.ts';
import { Review } from '../domain/contest/review.ts';
import { performerOf } from '../domain/contest/work.ts';
import { projects } from '../resources/projects.ts';
import { reviews } from '../resources/reviews.ts';
import { loadNamed } from './loading/named.ts';

export const createReview: Operations['createReview'] = async (context) => {
  const { body, principal, now, tx } = context;
  const project = await loadNamed(context, projects, body.project.gid, faults.not_found('project.gid'));
  const review = Review.create(principal, project, await performerOf(tx, project), body, now);
  tx.em.persist(review);
  return created(reviews.href(review.gid));
};
