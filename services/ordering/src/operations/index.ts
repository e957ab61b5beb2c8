import type { Operations } from '../../generated/operations.ts';
import { createProject } from './createProject.ts';
import { createReview } from './createReview.ts';
import { createWork } from './createWork.ts';
import { createWorker } from './createWorker.ts';
import { deleteProject } from './deleteProject.ts';
import { deleteWork } from './deleteWork.ts';
import { deleteWorker } from './deleteWorker.ts';
import { updateProject } from './updateProject.ts';
import { updateWork } from './updateWork.ts';
import { updateWorker } from './updateWorker.ts';

/** Every operation of the document; a missing one does not compile. */
export const operations: Operations = {
  createProject,
  createReview,
  createWork,
  createWorker,
  deleteProject,
  deleteWork,
  deleteWorker,
  updateProject,
  updateWork,
  updateWorker,
};
