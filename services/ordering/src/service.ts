import { createService, type Service, type ServiceConfig, type ServiceDefinition } from '@partner-ordering/service';
import { followedOrganizations } from '@partner-ordering/commerce';
import internalDocument from '../generated/internal/openapi.json' with { type: 'json' };
import { createRouter as createInternalRouter } from '../generated/internal/router.ts';
import document from '../generated/openapi.json' with { type: 'json' };
import { follows } from '../generated/events.ts';
import { createRouter } from '../generated/router.ts';
import type { Dependencies } from './context.ts';
import { faults } from './faults.ts';
import { integrityChecks } from './domain/integrity-checks.ts';
import { CommentSchema } from './domain/conversation/comment.ts';
import { ProjectFileSchema } from './domain/project/project-file.ts';
import { ProjectMessageSchema } from './domain/conversation/project-message.ts';
import { ProjectShareSchema } from './domain/project/project-share.ts';
import { ProjectTransitionSchema } from './domain/project/project-transition.ts';
import { ProjectSchema } from './domain/project/project.ts';
import { handlers } from './consumers/index.ts';
import { internalOperations } from '../generated/internal/operation-index.ts';
import { ReviewSchema } from './domain/contest/review.ts';
import { StarSchema } from './domain/conversation/star.ts';
import { WorkSchema } from './domain/contest/work.ts';
import { Prices } from './domain/pricing/prices.ts';
import { WorkerSchema } from './domain/contest/worker.ts';
import { jobs } from './jobs/index.ts';
import { migrations } from './migrations.ts';
import { operations } from '../generated/operation-index.ts';
import { comments } from './resources/comments.ts';
import { history } from './resources/history.ts';
import { memberBudgetsOf } from './resources/member-budgets.ts';
import { messages } from './resources/messages.ts';
import { briefFiles, sourceFiles } from './resources/project-files.ts';
import { projectStats } from './resources/project-stats.ts';
import { projects } from './resources/projects.ts';
import { reviews } from './resources/reviews.ts';
import { shares } from './resources/shares.ts';
import { stars } from './resources/stars.ts';
import { workers } from './resources/workers.ts';
import { works } from './resources/works.ts';
import { webhookPayloads } from './webhook-payloads.ts';
import { states } from './states.ts';

/** Configuration of this service, besides the common one. */
export type OrderingConfig = ServiceConfig & Partial<Pick<Dependencies, 'seller'>>;

/** Projects and the budgets they are booked in. */
export const createOrdering = (config: OrderingConfig): Promise<Service> =>
  createService(
    {
      name: 'ordering',
      document,
      createRouter,
      internal: { document: internalDocument, createRouter: (routes) => createInternalRouter(internalOperations, routes) },
      operations,
      resources: {
        briefFiles,
        comments,
        history,
        memberBudgets: memberBudgetsOf(config.clock),
        messages,
        organizations: followedOrganizations,
        projectStats,
        projects,
        reviews,
        shares,
        sourceFiles,
        stars,
        workers,
        works,
      },
      entities: [
        CommentSchema,
        ProjectFileSchema,
        ProjectMessageSchema,
        ProjectSchema,
        ProjectShareSchema,
        ProjectTransitionSchema,
        ReviewSchema,
        StarSchema,
        WorkSchema,
        WorkerSchema,
      ],
      migrations,
      states,
      webhookPayloads,
      integrityChecks,
      constraints,
      follows,
      handlers,
      jobs,
      extend: () => ({ dependencies: dependenciesOf(config) }),
    },
    config,
  );

const dependenciesOf = ({ seller = { country: 'FR' }, clock }: OrderingConfig): Dependencies => ({ seller, prices: new Prices(clock) });

/** The error that a client gets for each constraint that fails. */
const constraints: ServiceDefinition<unknown, unknown>['constraints'] & object = {
  project_short_code: 'retry',
  worker_service_id: faults.service_id_taken('service_id'),
  review_project_once: faults.already_reviewed('project.gid'),
  // An operation that names a worker or a work locks it first, so these constraints fail only when one is deleted.
  work_worker: faults.in_use('gid', { resource: 'worker', used_by: 'works' }),
  project_message_worker: faults.in_use('gid', { resource: 'worker', used_by: 'messages' }),
  project_worker: faults.in_use('gid', { resource: 'worker', used_by: 'projects' }),
  review_worker: faults.in_use('gid', { resource: 'worker', used_by: 'reviews' }),
  work_parent: faults.in_use('gid', { resource: 'work', used_by: 'variations' }),
  project_file_once: faults.already_attached('url'),
  project_share_once: faults.already_shared('user'),
};
