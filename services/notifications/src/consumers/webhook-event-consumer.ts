import type { EventBatchHandler } from '@partner-ordering/service';
import type { CloudEvent } from '@partner-ordering/messaging';
import type { FollowedFacts } from '../../generated/events.ts';
import { queueDeliveries } from '../domain/deliveries/queue-deliveries.ts';
import { sequenceEvents } from '../domain/events/event-sequencer.ts';
import { decidesApprovals, markApprovalsDecided } from '../domain/people/decided-approvals.ts';
import { holdBackMails } from '../mails/digests.ts';
import { projectMails } from '../mails/project-mails.ts';
import { holdForStaff } from '../mails/staff-digest.ts';

type Fact = FollowedFacts[Exclude<keyof FollowedFacts, 'project.messages_unseen'>];

/** Adds facts to the feeds and webhook deliveries of the organizations they concern, and queues mails about them. */
export const webhookEventHandler = ({ mailsStaff }: { mailsStaff: boolean }): EventBatchHandler<Fact> => ({
  all: async (events, tx, { addJob, now }) => {
    let mails: Awaited<ReturnType<typeof projectMails>> = [];
    for (const event of events) {
      const project = projectOf(event);
      if (project !== null && decidesApprovals(event.type, event.data)) {
        await markApprovalsDecided(tx, project);
        mails = mails.filter(({ data: { values } }) => values?.['project'] !== project || values['kind'] !== 'project_approval_required');
      }
      mails.push(...(await projectMails(tx, event)));
    }
    for (const mail of await holdBackMails(tx, mails, now)) addJob(mail);
    if (mailsStaff) for (const digest of await holdForStaff(tx, events, now)) addJob(digest);
    // Last, since others wait for the counters until the commit.
    await queueDeliveries(tx, await sequenceEvents(tx, events.map(webhookEventOf), now), now);
  },
});

const webhookEventOf = (event: CloudEvent<Fact>) => {
  const { id, type, time, data } = event;
  const organizations = 'organizations' in data ? data.organizations : [data.organization];
  return { id, type, occurredAt: new Date(time), organizations, project: projectOf(event), data: data.payload };
};

function projectOf({ type, data }: CloudEvent<Fact>): string | null {
  if ('project' in data) return data.project;
  return type.startsWith('project.') && 'gid' in data ? data.gid : null;
}
