// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, NoContent, Ok, Resource } from '@partner-ordering/http';
import type {
  AttachedFile,
  Comment,
  CommentCollection,
  CommentCreate,
  CommentUpdate,
  DryRun,
  MemberBudget,
  MemberBudgetSummary,
  Project,
  ProjectCreate,
  ProjectFile,
  ProjectMessage,
  ProjectMessageCreate,
  ProjectShare,
  ProjectShareCreate,
  ProjectStat,
  ProjectStep,
  ProjectUpdate,
  Review,
  ReviewCreate,
  StarCreate,
  StarredFile,
  Work,
  WorkCreate,
  WorkMarking,
  WorkUpdate,
  Worker,
  WorkerCreate,
  WorkerUpdate,
} from './models.ts';

/** The arguments of `listComments`. */
export interface ListCommentsRequest {
  path: {};
  query: { query?: string; orderBy?: string; sort?: 'asc' | 'desc'; offset?: number; after?: string; limit?: number };
  body: undefined;
}

/** The arguments of `createComment`. */
export interface CreateCommentRequest {
  path: {};
  query: {};
  body: CommentCreate;
}

/** The arguments of `getComment`. */
export interface GetCommentRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `updateComment`. */
export interface UpdateCommentRequest {
  path: { gid: string };
  query: {};
  body: CommentUpdate;
}

/** The arguments of `deleteComment`. */
export interface DeleteCommentRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `starFile`. */
export interface StarFileRequest {
  path: {};
  query: {};
  body: StarCreate;
}

/** The arguments of `unstarFile`. */
export interface UnstarFileRequest {
  path: { url: string };
  query: {};
  body: undefined;
}

/** The arguments of `createProject`. */
export interface CreateProjectRequest {
  path: {};
  query: {};
  body: ProjectCreate;
}

/** The arguments of `dryRunProject`. */
export interface DryRunProjectRequest {
  path: {};
  query: {};
  body: ProjectCreate;
}

/** The arguments of `updateProject`. */
export interface UpdateProjectRequest {
  path: { gid: string };
  query: {};
  body: ProjectUpdate;
}

/** The arguments of `deleteProject`. */
export interface DeleteProjectRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `addBriefFile`. */
export interface AddBriefFileRequest {
  path: { gid: string };
  query: {};
  body: AttachedFile;
}

/** The arguments of `removeBriefFile`. */
export interface RemoveBriefFileRequest {
  path: { gid: string; filepath: string };
  query: {};
  body: undefined;
}

/** The arguments of `createMessage`. */
export interface CreateMessageRequest {
  path: { gid: string };
  query: {};
  body: ProjectMessageCreate;
}

/** The arguments of `markProjectSeen`. */
export interface MarkProjectSeenRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `shareProject`. */
export interface ShareProjectRequest {
  path: { gid: string };
  query: {};
  body: ProjectShareCreate;
}

/** The arguments of `unshareProject`. */
export interface UnshareProjectRequest {
  path: { gid: string; userGid: string };
  query: {};
  body: undefined;
}

/** The arguments of `addSourceFile`. */
export interface AddSourceFileRequest {
  path: { gid: string };
  query: {};
  body: AttachedFile;
}

/** The arguments of `createReview`. */
export interface CreateReviewRequest {
  path: {};
  query: {};
  body: ReviewCreate;
}

/** The arguments of `getMemberBudget`. */
export interface GetMemberBudgetRequest {
  path: { gid: string; orgaGid: string };
  query: {};
  body: undefined;
}

/** The arguments of `createWorker`. */
export interface CreateWorkerRequest {
  path: {};
  query: {};
  body: WorkerCreate;
}

/** The arguments of `updateWorker`. */
export interface UpdateWorkerRequest {
  path: { gid: string };
  query: {};
  body: WorkerUpdate;
}

/** The arguments of `deleteWorker`. */
export interface DeleteWorkerRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `createWork`. */
export interface CreateWorkRequest {
  path: {};
  query: {};
  body: WorkCreate;
}

/** The arguments of `updateWork`. */
export interface UpdateWorkRequest {
  path: { gid: string };
  query: {};
  body: WorkUpdate;
}

/** The arguments of `deleteWork`. */
export interface DeleteWorkRequest {
  path: { gid: string };
  query: {};
  body: undefined;
}

/** The arguments of `markWork`. */
export interface MarkWorkRequest {
  path: { gid: string };
  query: {};
  body: WorkMarking;
}

/** The operations of the service: one function for each in the document. */
export interface Operations {
  /** Lists comments on resources you can see, named by `uri` unless you are an admin. `GET /v1/comments` */
  listComments(context: Context<ListCommentsRequest>): Promise<Ok<CommentCollection>>;
  /** Comments on a resource you can see. `POST /v1/comments` */
  createComment(context: Context<CreateCommentRequest>): Promise<Created>;
  /** Reads a comment on a resource you can see. `GET /v1/comments/{gid}` */
  getComment(context: Context<GetCommentRequest>): Promise<Ok<Comment>>;
  /** Changes the text of a comment (author, admin). `PUT /v1/comments/{gid}` */
  updateComment(context: Context<UpdateCommentRequest>): Promise<NoContent>;
  /** Deletes a comment and the comments on it (author, admin). `DELETE /v1/comments/{gid}` */
  deleteComment(context: Context<DeleteCommentRequest>): Promise<NoContent>;
  /** Stars a file of a project message (owner, managers of the organization, admin). `POST /v1/files` */
  starFile(context: Context<StarFileRequest>): Promise<Created>;
  /** Removes the stars of a file from your projects (owner, managers of the organization, admin). `DELETE /v1/files/{url}` */
  unstarFile(context: Context<UnstarFileRequest>): Promise<NoContent>;
  /** Orders a product or drafts a specific request (members of the organization). `POST /v1/projects` */
  createProject(context: Context<CreateProjectRequest>): Promise<Created>;
  /** Tells the outcome of an order without placing it (members of the organization). `POST /v1/projects/dry_run` */
  dryRunProject(context: Context<DryRunProjectRequest>): Promise<Ok<DryRun>>;
  /** Edits, publishes, finishes or cancels a project (owner, managers of the organization, admin). `PUT /v1/projects/{gid}` */
  updateProject(context: Context<UpdateProjectRequest>): Promise<NoContent>;
  /** Deletes a project while its `status` is `draft` (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}` */
  deleteProject(context: Context<DeleteProjectRequest>): Promise<NoContent>;
  /** Adds a brief file until the project is finished or canceled (owner, managers of the organization, admin). `POST /v1/projects/{gid}/brief_files` */
  addBriefFile(context: Context<AddBriefFileRequest>): Promise<Created>;
  /** Removes a brief file from a project in the state `draft` (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}/brief_files/{filepath}` */
  removeBriefFile(context: Context<RemoveBriefFileRequest>): Promise<NoContent>;
  /** Posts a message (owner, people it is shared with, managers of the organization, admin). `POST /v1/projects/{gid}/messages` */
  createMessage(context: Context<CreateMessageRequest>): Promise<Created>;
  /** Records that you have seen a project (anyone who sees the project). `PUT /v1/projects/{gid}/seen` */
  markProjectSeen(context: Context<MarkProjectSeenRequest>): Promise<NoContent>;
  /** Shares a project with a member of its organization (owner, managers of the organization, admin). `POST /v1/projects/{gid}/shared_with` */
  shareProject(context: Context<ShareProjectRequest>): Promise<Created>;
  /** Stops sharing a project with a person (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}/shared_with/{userGid}` */
  unshareProject(context: Context<UnshareProjectRequest>): Promise<NoContent>;
  /** Adds a source file to a project with the `status` `finished` or `paid` (admin). `POST /v1/projects/{gid}/source_files` */
  addSourceFile(context: Context<AddSourceFileRequest>): Promise<Created>;
  /** Reviews the worker of a finished project, once (owner, managers of the organization, admin). `POST /v1/reviews` */
  createReview(context: Context<CreateReviewRequest>): Promise<Created>;
  /** Reads a member's budget by month, with booked and released projects (the member, managers of the organization, admin). `GET /v1/users/{gid}/member_of/{orgaGid}/budget` */
  getMemberBudget(context: Context<GetMemberBudgetRequest>): Promise<Ok<MemberBudget>>;
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
  /** Marks a work while its project is in progress (owner, managers of the organization). `PUT /v1/works/{gid}/mark` */
  markWork(context: Context<MarkWorkRequest>): Promise<NoContent>;
}

/** The resources of the service: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  memberBudgets: Resource<MemberBudgetSummary>;
  projects: Resource<Project>;
  briefFiles: Resource<ProjectFile>;
  stars: Resource<StarredFile>;
  history: Resource<ProjectStep>;
  messages: Resource<ProjectMessage>;
  shares: Resource<ProjectShare>;
  sourceFiles: Resource<ProjectFile>;
  projectStats: Resource<ProjectStat>;
  reviews: Resource<Review>;
  workers: Resource<Worker>;
  works: Resource<Work>;
}
