import { defineEntity, p } from '@mikro-orm/postgresql';
import { invalid, newGid, type Principal } from '@partner-ordering/kernel';
import type { ReviewCreate } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import { plainText } from '../texts/plain-text.ts';
import type { Project } from '../project/project.ts';

export const ReviewSchema = defineEntity({
  name: 'Review',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    /** Marks from 1 to 5, like the next three. */
    quality: p.smallint(),
    reactivity: p.smallint(),
    communicativeness: p.smallint(),
    workWithAgain: p.smallint(),
    comment: p.text().strictNullable(),
    projectGid: p.uuid(),
    workerGid: p.uuid(),
  },
});

/** A customer's review of the worker of a finished project. Each project has at most one. */
export class Review extends ReviewSchema.class {
  /** For the project's owner, managers and admins (403). The project must be finished, and `performer` the reviewed worker (400). */
  static create(principal: Principal, project: Project, performer: string | null, body: ReviewCreate, now: Date): Review {
    project.mustAllow('review', principal);
    if (performer !== body.worker.gid) throw invalid(faults.not_the_project_worker('worker.gid'));
    const { quality, reactivity, communicativeness, work_with_again: workWithAgain, comment = null } = body;
    return Object.assign(new Review(), {
      gid: newGid(),
      createdAt: now,
      quality,
      reactivity,
      communicativeness,
      workWithAgain,
      comment: plainText(comment, 'comment'),
      projectGid: project.gid,
      workerGid: body.worker.gid,
    });
  }
}

ReviewSchema.setClass(Review);
