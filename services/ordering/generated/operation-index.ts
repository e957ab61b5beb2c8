// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { listComments } from '../src/operations/listComments.ts';
import { createComment } from '../src/operations/createComment.ts';
import { getComment } from '../src/operations/getComment.ts';
import { updateComment } from '../src/operations/updateComment.ts';
import { deleteComment } from '../src/operations/deleteComment.ts';
import { starFile } from '../src/operations/starFile.ts';
import { unstarFile } from '../src/operations/unstarFile.ts';
import { createProject } from '../src/operations/createProject.ts';
import { updateProject } from '../src/operations/updateProject.ts';
import { deleteProject } from '../src/operations/deleteProject.ts';
import { addBriefFile } from '../src/operations/addBriefFile.ts';
import { removeBriefFile } from '../src/operations/removeBriefFile.ts';
import { createMessage } from '../src/operations/createMessage.ts';
import { shareProject } from '../src/operations/shareProject.ts';
import { unshareProject } from '../src/operations/unshareProject.ts';
import { addSourceFile } from '../src/operations/addSourceFile.ts';
import { createReview } from '../src/operations/createReview.ts';
import { getMemberBudget } from '../src/operations/getMemberBudget.ts';
import { createWorker } from '../src/operations/createWorker.ts';
import { updateWorker } from '../src/operations/updateWorker.ts';
import { deleteWorker } from '../src/operations/deleteWorker.ts';
import { createWork } from '../src/operations/createWork.ts';
import { updateWork } from '../src/operations/updateWork.ts';
import { deleteWork } from '../src/operations/deleteWork.ts';

export const operations: Operations = {
  listComments,
  createComment,
  getComment,
  updateComment,
  deleteComment,
  starFile,
  unstarFile,
  createProject,
  updateProject,
  deleteProject,
  addBriefFile,
  removeBriefFile,
  createMessage,
  shareProject,
  unshareProject,
  addSourceFile,
  createReview,
  getMemberBudget,
  createWorker,
  updateWorker,
  deleteWorker,
  createWork,
  updateWork,
  deleteWork,
};
