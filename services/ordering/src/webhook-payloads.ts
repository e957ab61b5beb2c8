import { part, type WebhookPayloads } from '@partner-ordering/writes';
import { managerOf } from '@partner-ordering/kernel';
import type { OrderingFacts, OrderingPayloads, ProjectFact } from '../generated/events.ts';
import { messages } from './resources/messages.ts';
import { briefFiles, sourceFiles } from './resources/project-files.ts';
import { projects } from './resources/projects.ts';
import { shares } from './resources/shares.ts';
import { works } from './resources/works.ts';

type Fact = Omit<ProjectFact, 'shown'>;

const wholeProject = part(projects, { without: ['actions'] });
const reference = part(projects, { only: ['gid', 'href', 'title'] });
const messagePart = part(messages, { without: ['mine'] });
const workPart = part(works);
const sharePart = part(shares);
const ofProject = (gid: string) => ({ field: 'project', value: gid });

const project = ({ gid, organization }: Fact) => ({ as: managerOf(organization), parts: { project: wholeProject(gid) } });
const message = ({ gid, organization, message: posted }: Fact) => ({
  as: managerOf(organization),
  parts: { project: reference(gid), message: messagePart(posted!, ofProject(gid)) },
});
const work = ({ gid, organization, work: posted }: Fact) => ({
  as: managerOf(organization),
  parts: { project: reference(gid), work: workPart(posted!) },
});
const share = ({ gid, organization, person }: Fact) => ({
  as: managerOf(organization),
  parts: { project: reference(gid), share: sharePart(person!, ofProject(gid)) },
});
const fileOf = (files: typeof briefFiles) => {
  const filePart = part(files);
  return ({ gid, organization, file }: Fact) => ({
    as: managerOf(organization),
    parts: { project: reference(gid), file: filePart(file!, ofProject(gid)) },
  });
};
const briefFile = fileOf(briefFiles);

/** The webhook payload of each fact: the parts that openapi/events/ordering.yaml names under `x-webhook`. */
export const webhookPayloads = {
  'project.created': project,
  'project.updated': project,
  'project.published': project,
  'project.approval_required': project,
  'project.withdrawn': project,
  'project.proposal_requested': project,
  'project.proposed': project,
  'project.shared': share,
  'project.unshared': (fact) => ({ ...share(fact), isOfRemoved: true }),
  'project.assigned': project,
  'project.delivered': message,
  'project.rejected': message,
  'project.finished': project,
  'project.paid': project,
  'project.message_posted': message,
  'project.work_posted': work,
  'project.brief_file_added': briefFile,
  'project.brief_file_removed': (fact) => ({ ...briefFile(fact), isOfRemoved: true }),
  'project.source_file_added': fileOf(sourceFiles),
  'project.canceled': project,
  'project.deleted': (fact) => ({ ...project(fact), isOfRemoved: true }),
} satisfies WebhookPayloads<OrderingFacts, OrderingPayloads>;
