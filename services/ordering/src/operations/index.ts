import type { Operations } from '../../generated/operations.ts';
import { addBriefFile } from './addBriefFile.ts';
import { addSourceFile } from './addSourceFile.ts';
import { createComment } from './createComment.ts';
import { createMessage } from './createMessage.ts';
import { createProject } from './createProject.ts';
import { createReview } from './createReview.ts';
import { createWork } from './createWork.ts';
import { createWorker } from './createWorker.ts';
import { deleteComment } from './deleteComment.ts';
import { deleteProject } from './deleteProject.ts';
import { deleteWork } from './deleteWork.ts';
import { deleteWorker } from './deleteWorker.ts';
import { getComment } from './getComment.ts';
import { getMemberBudget } from './getMemberBudget.ts';
import { listComments } from './listComments.ts';
import { removeBriefFile } from './removeBriefFile.ts';
import { shareProject } from './shareProject.ts';
import { starFile } from './starFile.ts';
import { unshareProject } from './unshareProject.ts';
import { unstarFile } from './unstarFile.ts';
import { updateComment } from './updateComment.ts';
import { updateProject } from './updateProject.ts';
import { updateWork } from './updateWork.ts';
import { updateWorker } from './updateWorker.ts';

/** All operations of the document but those that only read a resource. If one is missing, this does not compile. */
export const operations: Operations = {
  addBriefFile,
  addSourceFile,
  createComment,
  createMessage,
  createProject,
  createReview,
  createWork,
  createWorker,
  deleteComment,
  deleteProject,
  deleteWork,
  deleteWorker,
  getComment,
  getMemberBudget,
  listComments,
  removeBriefFile,
  shareProject,
  starFile,
  unshareProject,
  unstarFile,
  updateComment,
  updateProject,
  updateWork,
  updateWorker,
};
