import type { Stage } from '../recorder.ts';
import { recordBudgets } from './ordering-budgets.ts';
import { recordCommentsElsewhere } from './ordering-comments.ts';
import { recordComments, recordConversation } from './ordering-conversation.ts';
import { recordProjects } from './ordering-projects.ts';
import { recordRequest } from './ordering-requests.ts';
import { recordWorks } from './ordering-works.ts';
import { recordProjectFiles } from './ordering-files.ts';

/** Orders from the draft to the review; each part has projects of its own. */
export async function ordering(stage: Stage): Promise<void> {
  await recordProjects(stage);
  await recordRequest(stage);
  await recordWorks(stage);
  await recordConversation(stage);
  await recordComments(stage);
  await recordProjectFiles(stage);
  await recordCommentsElsewhere(stage);
  await recordBudgets(stage);
}
