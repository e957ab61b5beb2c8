// Generated from the names in operations.ts and the files of src/operations by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { listComments, createComment, getComment, updateComment, deleteComment } from '../src/operations/comments.ts';
import { starFile } from '../src/operations/starFile.ts';
import { unstarFile } from '../src/operations/unstarFile.ts';
import { createProject } from '../src/operations/createProject.ts';
import { dryRunProject } from '../src/operations/dryRunProject.ts';
import { updateProject } from '../src/operations/updateProject.ts';
import { deleteProject } from '../src/operations/deleteProject.ts';
import { addBriefFile } from '../src/operations/addBriefFile.ts';
import { removeBriefFile } from '../src/operations/removeBriefFile.ts';
import { createMessage } from '../src/operations/createMessage.ts';
import { markProjectSeen } from '../src/operations/markProjectSeen.ts';
import { shareProject, unshareProject } from '../src/operations/shares.ts';
import { addSourceFile } from '../src/operations/addSourceFile.ts';
import { createReview } from '../src/operations/createReview.ts';
import { getMemberBudget } from '../src/operations/getMemberBudget.ts';
import { createWorker, updateWorker, deleteWorker } from '../src/operations/workers.ts';
import { createWork } from '../src/operations/createWork.ts';
import { updateWork, deleteWork, markWork } from '../src/operations/works.ts';

export const operations: Operations = {
  listComments,
  createComment,
  getComment,
  updateComment,
  deleteComment,
  starFile,
  unstarFile,
  createProject,
  dryRunProject,
  updateProject,
  deleteProject,
  addBriefFile,
  removeBriefFile,
  createMessage,
  markProjectSeen,
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
  markWork,
};
