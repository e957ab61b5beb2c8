// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, NoContent, Ok, Resource } from '@partner-ordering/http';
import type {
  Comment,
  CommentCollection,
  CommentCreate,
  CommentUpdate,
  Project,
  ProjectCreate,
  ProjectMessage,
  ProjectMessageCreate,
  ProjectShare,
  ProjectShareCreate,
  ProjectStat,
  ProjectStep,
  ProjectUpdate,
  Review,
  ReviewCreate,
  Work,
  WorkCreate,
  WorkUpdate,
  Worker,
  WorkerCreate,
  WorkerUpdate,
} from './models.ts';

/** What `listComments` is called with. */
export interface ListCommentsRequest {
  path: {};
  query: { query?: string; orderBy?: string; sort?: 'asc' | 'desc'; offset?: number; limit?: number };
  body: undefined;
}

/** What `createComment` is called with. */
export interface CreateCommentRequest {
  path: {};
  query: {};
  body: CommentCreate;
}

/** What `updateComment` is called with. */
export interface UpdateCommentRequest {
  path: { gid: string };
  query: {};
  body: CommentUpdate;
}

/** What `deleteComment` is called with. */
export interface DeleteCommentRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** What `createProject` is called with. */
export interface CreateProjectRequest {
  path: {};
  query: {};
  body: ProjectCreate;
}

/** What `updateProject` is called with. */
export interface UpdateProjectRequest {
  path: { gid: string };
  query: {};
  body: ProjectUpdate;
}

/** What `deleteProject` is called with. */
export interface DeleteProjectRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** What `createMessage` is called with. */
export interface CreateMessageRequest {
  path: { gid: string };
  query: {};
  body: ProjectMessageCreate;
}

/** What `shareProject` is called with. */
export interface ShareProjectRequest {
  path: { gid: string };
  query: {};
  body: ProjectShareCreate;
}

/** What `unshareProject` is called with. */
export interface UnshareProjectRequest {
  path: { gid: string; userGid: string };
  query: {};
  body: undefined;
}

/** What `createReview` is called with. */
export interface CreateReviewRequest {
  path: {};
  query: {};
  body: ReviewCreate;
}

/** What `createWorker` is called with. */
export interface CreateWorkerRequest {
  path: {};
  query: {};
  body: WorkerCreate;
}

/** What `updateWorker` is called with. */
export interface UpdateWorkerRequest {
  path: { gid: string };
  query: {};
  body: WorkerUpdate;
}

/** What `deleteWorker` is called with. */
export interface DeleteWorkerRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** What `createWork` is called with. */
export interface CreateWorkRequest {
  path: {};
  query: {};
  body: WorkCreate;
}

/** What `updateWork` is called with. */
export interface UpdateWorkRequest {
  path: { gid: string };
  query: {};
  body: WorkUpdate;
}

/** What `deleteWork` is called with. */
export interface DeleteWorkRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** What the service decides: one function per operation of the document. */
export interface Operations {
  /** Lists comments on what the caller may see; whoever is not an admin names it by `uri`. `GET /v1/comments` */
  listComments(context: Context<ListCommentsRequest>): Promise<Ok<CommentCollection>>;
  /** Comments on a project, a work or a project message that the caller may see. `POST /v1/comments` */
  createComment(context: Context<CreateCommentRequest>): Promise<Created>;
  /** Changes the text of a comment (author, admin). `PUT /v1/comments/{gid}` */
  updateComment(context: Context<UpdateCommentRequest>): Promise<NoContent>;
  /** Deletes a comment (author, admin). `DELETE /v1/comments/{gid}` */
  deleteComment(context: Context<DeleteCommentRequest>): Promise<NoContent>;
  /** Orders a product or drafts a specific request (members of the organization). `POST /v1/projects` */
  createProject(context: Context<CreateProjectRequest>): Promise<Created>;
  /** Edits, publishes, finishes or cancels a project (owner, managers of the organization, admin). `PUT /v1/projects/{gid}` */
  updateProject(context: Context<UpdateProjectRequest>): Promise<NoContent>;
  /** Deletes a project while its `status` is `draft` (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}` */
  deleteProject(context: Context<DeleteProjectRequest>): Promise<NoContent>;
  /** Posts a message (owner, people it is shared with, managers of the organization, admin). `POST /v1/projects/{gid}/messages` */
  createMessage(context: Context<CreateMessageRequest>): Promise<Created>;
  /** Shares a project with a member of its organization (owner, managers of the organization, admin). `POST /v1/projects/{gid}/shared_with` */
  shareProject(context: Context<ShareProjectRequest>): Promise<Created>;
  /** Ends the sharing of a project with a person (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}/shared_with/{userGid}` */
  unshareProject(context: Context<UnshareProjectRequest>): Promise<NoContent>;
  /** Reviews the worker of a finished project, once (owner, managers of the organization, admin). `POST /v1/reviews` */
  createReview(context: Context<CreateReviewRequest>): Promise<Created>;
  /** Creates a worker (admin). `POST /v1/workers` */
  createWorker(context: Context<CreateWorkerRequest>): Promise<Created>;
  /** Changes a worker (admin). `PUT /v1/workers/{gid}` */
  updateWorker(context: Context<UpdateWorkerRequest>): Promise<NoContent>;
  /** Deletes a worker who takes part in no project (admin). `DELETE /v1/workers/{gid}` */
  deleteWorker(context: Context<DeleteWorkerRequest>): Promise<NoContent>;
  /** Posts a work to a project in mode `multi` that is in progress (admin). `POST /v1/works` */
  createWork(context: Context<CreateWorkRequest>): Promise<Created>;
  /** Changes the texts of a work while its project is in progress (admin). `PUT /v1/works/{gid}` */
  updateWork(context: Context<UpdateWorkRequest>): Promise<NoContent>;
  /** Deletes a work without variations while its project is in progress (admin). `DELETE /v1/works/{gid}` */
  deleteWork(context: Context<DeleteWorkRequest>): Promise<NoContent>;
}

/** What the service shows: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  comments: Resource<Comment>;
  projects: Resource<Project>;
  history: Resource<ProjectStep>;
  messages: Resource<ProjectMessage>;
  shares: Resource<ProjectShare>;
  projectStats: Resource<ProjectStat>;
  reviews: Resource<Review>;
  workers: Resource<Worker>;
  works: Resource<Work>;
}
