import { part, type WebhookPayloads } from '@partner-ordering/writes';
import { managerOf } from '@partner-ordering/kernel';
import type { OrderingFacts, OrderingPayloads, ProjectFact } from '../generated/events.ts';
import { messages } from './resources/messages.ts';
import { briefFiles, sourceFiles } from './resources/project-files.ts';
import { projects } from './resources/projects.ts';
import { shares } from './resources/shares.ts';
import { works } from './resources/works.ts';

type Fact = Omit<ProjectFact, 'shown'>;

const asManager = ({ organization }: Fact) => ({ as: managerOf(organization) });
const reference = ({ gid }: Fact) => ({ project: part(projects, gid, { only: ['gid', 'href', 'title'] }) });
const within = ({ gid }: Fact) => ({ within: { field: 'project', value: gid } });

const project = (fact: Fact) => ({ ...asManager(fact), parts: { project: part(projects, fact.gid, { without: ['actions'] }) } });
const message = (fact: Fact) => ({
  ...asManager(fact),
  parts: { ...reference(fact), message: part(messages, fact.message!, { ...within(fact), without: ['mine'] }) },
});
const work = (fact: Fact) => ({ ...asManager(fact), parts: { ...reference(fact), work: part(works, fact.work!) } });
const share = (fact: Fact) => ({
  ...asManager(fact),
  parts: { ...reference(fact), share: part(shares, fact.person!, within(fact)) },
});
const fileOf = (files: typeof briefFiles) => (fact: Fact) => ({
  ...asManager(fact),
  parts: { ...reference(fact), file: part(files, fact.file!, within(fact)) },
});

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
  'project.brief_file_added': fileOf(briefFiles),
  'project.brief_file_removed': (fact) => ({ ...fileOf(briefFiles)(fact), isOfRemoved: true }),
  'project.source_file_added': fileOf(sourceFiles),
  'project.canceled': project,
  'project.deleted': (fact) => ({ ...project(fact), isOfRemoved: true }),
} satisfies WebhookPayloads<OrderingFacts, OrderingPayloads>;
