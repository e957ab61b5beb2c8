// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, NoContent, Ok, Resource } from '@partner-ordering/http';
import type {
  Webhook,
  WebhookCheck,
  WebhookCheckOutcome,
  WebhookCreate,
  WebhookSecret,
  WebhookSecretRotation,
  WebhookUpdate,
} from './models.ts';

/** What `createWebhook` is called with. */
export interface CreateWebhookRequest {
  path: { orgGid: string };
  query: {};
  body: WebhookCreate;
}

/** What `checkWebhook` is called with. */
export interface CheckWebhookRequest {
  path: { orgGid: string };
  query: {};
  body: WebhookCheck;
}

/** What `updateWebhook` is called with. */
export interface UpdateWebhookRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: WebhookUpdate;
}

/** What `deleteWebhook` is called with. */
export interface DeleteWebhookRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: undefined;
}

/** What `rotateWebhookSecret` is called with. */
export interface RotateWebhookSecretRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: WebhookSecretRotation | undefined;
}

/** What `getWebhookSecret` is called with. */
export interface GetWebhookSecretRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: undefined;
}

/** What the service decides: one function per operation of the document. */
export interface Operations {
  /** Adds a webhook (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks` */
  createWebhook(context: Context<CreateWebhookRequest>): Promise<Created>;
  /** Sends a void event to a webhook, or to an address (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/check` */
  checkWebhook(context: Context<CheckWebhookRequest>): Promise<Ok<WebhookCheckOutcome>>;
  /** Changes a webhook (manager of the organization, admin). `PUT /v1/orgs/{orgGid}/webhooks/{webhookGid}` */
  updateWebhook(context: Context<UpdateWebhookRequest>): Promise<NoContent>;
  /** Deletes a webhook (manager of the organization, admin). `DELETE /v1/orgs/{orgGid}/webhooks/{webhookGid}` */
  deleteWebhook(context: Context<DeleteWebhookRequest>): Promise<NoContent>;
  /** Makes a new secret of a webhook (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/{webhookGid}/rotate_secret` */
  rotateWebhookSecret(context: Context<RotateWebhookSecretRequest>): Promise<Ok<WebhookSecret>>;
  /** Reads what a webhook's signatures are verified with (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks/{webhookGid}/secret` */
  getWebhookSecret(context: Context<GetWebhookSecretRequest>): Promise<Ok<WebhookSecret>>;
}

/** What the service shows: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  webhooks: Resource<Webhook>;
}
