import type { JobDefinitions } from '@partner-ordering/service';
import { unseenMessages, type SeenJobs } from '../domain/project/project-seen.ts';

/** The jobs of this service. */
export const jobs = (): JobDefinitions<SeenJobs> => ({
  tell_of_unseen: {
    run:
      async ({ data }) =>
      async (tx, { publish }) => {
        for (const fact of await unseenMessages(tx, data.project)) publish('project.messages_unseen', data.project, fact);
      },
  },
});
