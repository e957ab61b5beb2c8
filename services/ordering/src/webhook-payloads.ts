import { part, type WebhookPayloads } from '@partner-ordering/writes';
import { managerOf } from '@partner-ordering/kernel';
import type { OrderingFacts, OrderingPayloads, ProjectFact } from '../generated/events.ts';
import type { ProjectFile } from '../generated/models.ts';
import { messages } from './resources/messages.ts';
import { briefFiles, sourceFiles } from './resources/project-files.ts';
import { projects } from './resources/projects.ts';
import { shares } from './resources/shares.ts';
import { works } from './resources/works.ts';

type Fact = Omit<ProjectFact, 'payload'>;

const wholeProject = part(projects, { without: ['actions', 'has_unseen', 'last_seen'] });
const reference = part(projects, { only: ['gid', 'href', 'title'] });
const messagePart = part(messages, { without: ['mine'] });
const workPart = part(works, { without: ['mark'] });
const sharePart = part(shares);

const project = ({ gid, organization }: Fact) => ({ as: managerOf(organization), parts: { project: wholeProject(gid) } });

/** A reference to the project, and what belongs to it. */
const withReference =
  <Parts>(partsOf: (fact: Fact, ofProject: { field: string; value: string }) => Parts) =>
  (fact: Fact) => ({
    as: managerOf(fact.organization),
    parts: { project: reference(fact.gid), ...partsOf(fact, { field: 'project', value: fact.gid }) },
  });

const message = withReference((fact, ofProject) => ({ message: messagePart(fact.message!, ofProject) }));
const work = withReference((fact) => ({ work: workPart(fact.work!) }));
const share = withReference(({ person }, ofProject) => ({ share: sharePart(person!, ofProject) }));
const fileOf = (filePart: ReturnType<typeof part<ProjectFile>>) =>
  withReference(({ file }, ofProject) => ({ file: filePart(file!, ofProject) }));
const briefFile = fileOf(part(briefFiles));

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
  'project.source_file_added': fileOf(part(sourceFiles)),
  'project.canceled': project,
  'project.deleted': (fact) => ({ ...project(fact), isOfRemoved: true }),
} satisfies WebhookPayloads<OrderingFacts, OrderingPayloads>;
