import type { EventHandler } from '@partner-ordering/http';
import type { FollowedFacts } from '../../generated/events.ts';
import { arrive } from '../domain/events/arrived-events.ts';
import { markApprovalsDecided } from '../domain/people/decided-approvals.ts';
import { projectMails } from '../mails/project-mails.ts';

type Fact = FollowedFacts[keyof FollowedFacts];

/** Keeps what partners are told of a fact, for each organization that it concerns, and adds the mails about it. */
export const onWebhookEvent: EventHandler<Fact> = async (event, tx, { addJob, now }) => {
  const { id, type, time, data } = event;
  const project = projectOf(type, data);
  await arrive(tx, {
    ...{ id, type, occurredAt: new Date(time), data: data.shown },
    ...{ organizations: organizationsOf(data), project },
  });
  await markApprovalsDecided(tx, type, project);
  for (const mail of await projectMails(tx, event, now)) addJob(mail);
};

const organizationsOf = (fact: Fact): readonly string[] => ('organizations' in fact ? fact.organizations : [fact.organization]);

function projectOf(type: string, fact: Fact): string | null {
  if ('project' in fact) return fact.project;
  return type.startsWith('project.') && 'gid' in fact ? fact.gid : null;
}
