// Generated from openapi/ordering.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, NoContent, Resource } from '@partner-ordering/http';
import type { Project, ProjectCreate, ProjectUpdate } from './models.ts';

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

/** What the service decides: one function per operation of the document. */
export interface Operations {
  /** Orders a product or drafts a specific request (members of the organization). `POST /v1/projects` */
  createProject(context: Context<CreateProjectRequest>): Promise<Created>;
  /** Edits, publishes or cancels a project (owner, managers of the organization, admin). `PUT /v1/projects/{gid}` */
  updateProject(context: Context<UpdateProjectRequest>): Promise<NoContent>;
  /** Deletes a project while its `status` is `draft` (owner, managers of the organization, admin). `DELETE /v1/projects/{gid}` */
  deleteProject(context: Context<DeleteProjectRequest>): Promise<NoContent>;
}

/** What the service shows: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  projects: Resource<Project>;
}
