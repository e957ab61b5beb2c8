// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.
import type { RouteBuilder, Router } from '@partner-ordering/http';
import type { Operations, Resources } from './operations.ts';

/** Binds every route of the document to its operation or resource. */
export function createRouter(operations: Operations, resources: Resources, routes: RouteBuilder): Router {
  routes.operation('listComments', operations.listComments);
  routes.operation('createComment', operations.createComment);
  routes.operation('getComment', operations.getComment);
  routes.operation('updateComment', operations.updateComment);
  routes.operation('deleteComment', operations.deleteComment);
  routes.operation('starFile', operations.starFile);
  routes.operation('unstarFile', operations.unstarFile);
  routes.list('listOrganizationBudgets', resources.memberBudgets);
  routes.list('listProjects', resources.projects);
  routes.operation('createProject', operations.createProject);
  routes.operation('dryRunProject', operations.dryRunProject);
  routes.count('countProjects', resources.projects);
  routes.read('getProject', resources.projects);
  routes.operation('updateProject', operations.updateProject);
  routes.operation('deleteProject', operations.deleteProject);
  routes.list('listBriefFiles', resources.briefFiles);
  routes.operation('addBriefFile', operations.addBriefFile);
  routes.read('getBriefFile', resources.briefFiles);
  routes.operation('removeBriefFile', operations.removeBriefFile);
  routes.list('listStarredFiles', resources.stars);
  routes.read('getStarredFile', resources.stars);
  routes.list('listProjectHistory', resources.history);
  routes.list('listMessages', resources.messages);
  routes.operation('createMessage', operations.createMessage);
  routes.read('getMessage', resources.messages);
  routes.operation('markProjectSeen', operations.markProjectSeen);
  routes.list('listShares', resources.shares);
  routes.operation('shareProject', operations.shareProject);
  routes.read('getShare', resources.shares);
  routes.operation('unshareProject', operations.unshareProject);
  routes.list('listSourceFiles', resources.sourceFiles);
  routes.operation('addSourceFile', operations.addSourceFile);
  routes.read('getSourceFile', resources.sourceFiles);
  routes.read('getProjectStat', resources.projectStats);
  routes.list('listReviews', resources.reviews);
  routes.operation('createReview', operations.createReview);
  routes.read('getReview', resources.reviews);
  routes.operation('getMemberBudget', operations.getMemberBudget);
  routes.list('listWorkers', resources.workers);
  routes.operation('createWorker', operations.createWorker);
  routes.read('getWorker', resources.workers);
  routes.operation('updateWorker', operations.updateWorker);
  routes.operation('deleteWorker', operations.deleteWorker);
  routes.list('listWorks', resources.works);
  routes.operation('createWork', operations.createWork);
  routes.read('getWork', resources.works);
  routes.operation('updateWork', operations.updateWork);
  routes.operation('deleteWork', operations.deleteWork);
  routes.operation('markWork', operations.markWork);
  return routes.router();
}
