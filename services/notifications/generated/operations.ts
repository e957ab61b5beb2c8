// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, NoContent, Ok, Reply, Resource } from '@partner-ordering/http';
import type {
  Delivery,
  DeliveryCollection,
  DeliveryRecovery,
  EventFilter,
  Webhook,
  WebhookCheck,
  WebhookCheckOutcome,
  WebhookCreate,
  WebhookSecret,
  WebhookSecretRotation,
  WebhookUpdate,
} from './models.ts';

/** The arguments of `listEvents`. */
export interface ListEventsRequest {
  path: { orgGid: string };
  query: { after?: string; types?: EventFilter[]; limit?: number; wait?: number };
  headers: { 'Last-Event-ID'?: string };
  body: undefined;
}

/** The arguments of `createWebhook`. */
export interface CreateWebhookRequest {
  path: { orgGid: string };
  query: {};
  body: WebhookCreate;
}

/** The arguments of `checkWebhook`. */
export interface CheckWebhookRequest {
  path: { orgGid: string };
  query: {};
  body: WebhookCheck;
}

/** The arguments of `updateWebhook`. */
export interface UpdateWebhookRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: WebhookUpdate;
}

/** The arguments of `deleteWebhook`. */
export interface DeleteWebhookRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: undefined;
}

/** The arguments of `listDeliveries`. */
export interface ListDeliveriesRequest {
  path: { orgGid: string; webhookGid: string };
  query: { query?: string; orderBy?: string; sort?: 'asc' | 'desc'; offset?: number; after?: string; limit?: number };
  body: undefined;
}

/** The arguments of `getDelivery`. */
export interface GetDeliveryRequest {
  path: { orgGid: string; webhookGid: string; deliveryGid: string };
  query: {};
  body: undefined;
}

/** The arguments of `redeliver`. */
export interface RedeliverRequest {
  path: { orgGid: string; webhookGid: string; deliveryGid: string };
  query: {};
  body: undefined;
}

/** The arguments of `recoverDeliveries`. */
export interface RecoverDeliveriesRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: DeliveryRecovery;
}

/** The arguments of `rotateWebhookSecret`. */
export interface RotateWebhookSecretRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: WebhookSecretRotation | undefined;
}

/** The arguments of `getWebhookSecret`. */
export interface GetWebhookSecretRequest {
  path: { orgGid: string; webhookGid: string };
  query: {};
  body: undefined;
}

/** The operations of the service: one function for each in the document. */
export interface Operations {
  /** Reads the events of an organization, in order (manager of the organization, admin). `GET /v1/orgs/{orgGid}/events` */
  listEvents(context: Context<ListEventsRequest>): Promise<Reply>;
  /** Adds a webhook (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks` */
  createWebhook(context: Context<CreateWebhookRequest>): Promise<Created>;
  /** Sends a test event to a webhook, or to an address (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/check` */
  checkWebhook(context: Context<CheckWebhookRequest>): Promise<Ok<WebhookCheckOutcome>>;
  /** Changes a webhook (manager of the organization, admin). `PUT /v1/orgs/{orgGid}/webhooks/{webhookGid}` */
  updateWebhook(context: Context<UpdateWebhookRequest>): Promise<NoContent>;
  /** Deletes a webhook (manager of the organization, admin). `DELETE /v1/orgs/{orgGid}/webhooks/{webhookGid}` */
  deleteWebhook(context: Context<DeleteWebhookRequest>): Promise<NoContent>;
  /** Lists the deliveries of a webhook (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries` */
  listDeliveries(context: Context<ListDeliveriesRequest>): Promise<Ok<DeliveryCollection>>;
  /** Reads a delivery with its attempts (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries/{deliveryGid}` */
  getDelivery(context: Context<GetDeliveryRequest>): Promise<Ok<Delivery>>;
  /** Sends an event to a webhook once more (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries/{deliveryGid}/redeliver` */
  redeliver(context: Context<RedeliverRequest>): Promise<NoContent>;
  /** Sends missed events to a webhook again (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/{webhookGid}/recover` */
  recoverDeliveries(context: Context<RecoverDeliveriesRequest>): Promise<NoContent>;
  /** Makes a new secret of a webhook (manager of the organization, admin). `POST /v1/orgs/{orgGid}/webhooks/{webhookGid}/rotate_secret` */
  rotateWebhookSecret(context: Context<RotateWebhookSecretRequest>): Promise<Ok<WebhookSecret>>;
  /** Reads the keys that verify a webhook's signatures (manager of the organization, admin). `GET /v1/orgs/{orgGid}/webhooks/{webhookGid}/secret` */
  getWebhookSecret(context: Context<GetWebhookSecretRequest>): Promise<Ok<WebhookSecret>>;
}

/** The resources of the service: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  webhooks: Resource<Webhook>;
}
