// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** Number of all matches, whatever the page. */
export type Count = number;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

/** That a webhook is told of an event, with what was sent and answered. */
export interface Delivery {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime;
  href: Href;
  event: EventReference;
  status: DeliveryStatus;
  /** How many were made. */
  attempts: number;
  /** When the next attempt is made; while one runs, when it would be repeated; null when there is none. */
  next_attempt_at: DateTime | null;
  /** When it was delivered, or given up, or canceled. */
  settled_at: DateTime | null;
  /** Why it was not delivered so far, in words. */
  failure: string | null;
  /** What is sent in each attempt, as text; null when the event is no longer kept. */
  body: string | null;
  /** The attempts, oldest first; the last 100. */
  attempt_log: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  number: number;
  at: DateTime;
  /** From its beginning, with the connection, to the end of the answer. */
  duration_ms: number;
  /** Where it was sent. */
  url: string;
  /** Of the answer; null without one. */
  status: number | null;
  /** Why it failed, in words; null when it succeeded. */
  failure: string | null;
  request_headers: HeaderMap;
  /** What was answered; null without an answer. */
  response: ReceiverAnswer | null;
}

export interface DeliveryCollection {
  total_count: Count;
  items: DeliverySummary[];
}

export interface DeliveryRecovery {
  /** From when on, in ISO 8601, by the time of the events: at most 30 days ago. */
  since: string;
  /** Until when, in ISO 8601, that moment not included; null, the default, is now. */
  until?: string | null;
  /** Also events that were never meant for this webhook. */
  include_unsent?: boolean;
}

/** `waiting` for its first or next attempt, `delivered`, `failed` after the last one, or `canceled`, because the webhook was or is disabled. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed' | 'canceled';

/** That a webhook is told of an event. */
export interface DeliverySummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime;
  href: Href;
  event: EventReference;
  status: DeliveryStatus;
  /** How many were made. */
  attempts: number;
  /** When the next attempt is made; while one runs, when it would be repeated; null when there is none. */
  next_attempt_at: DateTime | null;
  /** When it was delivered, or given up, or canceled. */
  settled_at: DateTime | null;
  /** Why it was not delivered so far, in words. */
  failure: string | null;
}

export interface ErrorDescription {
  /** The HTTP status. */
  code: number;
  message: string;
  details?: ErrorDetail[];
  /** To quote when asking for support. */
  request_id?: string;
}

export interface ErrorDetail {
  /** The field, for instance `options.due`. */
  path: string;
  message: string;
}

/** A type of event, or all types that begin alike. */
export type EventFilter =
  | 'project.created'
  | 'project.updated'
  | 'project.published'
  | 'project.approval_required'
  | 'project.withdrawn'
  | 'project.proposal_requested'
  | 'project.proposed'
  | 'project.shared'
  | 'project.unshared'
  | 'project.assigned'
  | 'project.delivered'
  | 'project.rejected'
  | 'project.finished'
  | 'project.paid'
  | 'project.message_posted'
  | 'project.work_posted'
  | 'project.brief_file_added'
  | 'project.brief_file_removed'
  | 'project.source_file_added'
  | 'project.canceled'
  | 'project.deleted'
  | 'receipt.created'
  | 'receipt.paid'
  | 'receipt.charge_failed'
  | 'receipt.file_added'
  | 'invoice.created'
  | 'invoice.paid'
  | 'invoice.voided'
  | 'invoice.overdue'
  | 'invoice.file_added'
  | 'credit_note.created'
  | 'credit_note.file_added'
  | 'member.joined'
  | 'member.left'
  | 'member.budget_changed'
  | 'member.role_changed'
  | 'invitation.accepted'
  | 'product.changed'
  | 'product.withdrawn'
  | 'price.changed'
  | 'price.deleted'
  | 'prices.imported'
  | 'project.*'
  | 'receipt.*'
  | 'invoice.*'
  | 'credit_note.*'
  | 'member.*'
  | 'invitation.*'
  | 'product.*'
  | 'price.*'
  | 'prices.*';

/** At least one of these. */
export type EventFilters = EventFilter[];

/** The same whenever and wherever the event comes; also the header `webhook-id`. */
export type EventId = string;

export interface EventOrganization {
  gid: Gid;
  href: Href;
}

export interface EventPage {
  items: FeedEvent[];
  /** To be given as `after`, also behind an empty page. */
  next: string;
  /** More is there already. With `types` a page may have fewer events than `limit`, or none, and still be followed by more. */
  has_more: boolean;
}

export interface EventReference {
  id: EventId;
  type: EventType;
  timestamp: DateTime;
  sequence: EventSequence;
}

/** Counts the events of the project from 1, without gaps but for a jump after a restore from a backup; null for an event without a project. */
export type EventSequence = number | null;

/** What has happened, such as `project.published`; `webhooks` has all types. More will come. */
export type EventType = string;

/** Something that has happened; `webhooks` describes `data` of each type. */
export interface FeedEvent {
  id: EventId;
  type: EventType;
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  /** What a manager of the organization was shown of it when it happened. */
  data: Record<string, unknown>;
}

/** Opaque identifier. */
export type Gid = string;

/** Headers by their names in lower case. */
export type HeaderMap = Record<string, string>;

/** Path of the resource. */
export type Href = string;

/** Identifies a resource in a request. A reference from an answer may be sent as it is; only `gid` counts. */
export interface Identifier {
  gid: Gid;
  href?: Href;
}

/** Body of every error but a failed authentication. */
export interface Error {
  error: ErrorDescription;
}

/** An answer of a receiver, shortened. */
export interface ReceiverAnswer {
  headers: HeaderMap;
  /** The first 1 KiB, as text. */
  body: string;
}

/** `v1` is HMAC-SHA256 with the secret, `v1a` Ed25519, verified with the public key. */
export type SignatureScheme = 'v1' | 'v1a';

/** An address that is told of an organization's events. */
export interface Webhook {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  url: string;
  /** For people. */
  description: string | null;
  /** Of which types it is told; null is all, also those that are added later. */
  events: string[] | null;
  /** How its events are signed; with several, all signatures are sent. */
  signatures: SignatureScheme[];
  is_enabled: boolean;
  /** Since when nothing is sent. */
  disabled_at: DateTime | null;
  /** Why nothing is sent, in words. */
  disabled_reason: string | null;
}

/** One of both: a webhook of the organization, or an address that is none yet. */
export interface WebhookCheck {
  webhook?: Identifier;
  /** As that of a webhook. */
  url?: string;
}

export interface WebhookCheckOutcome {
  /** It was answered with 2xx, and the answer came to its end. */
  is_delivered: boolean;
  event: EventReference;
  /** From the beginning of the attempt, with the connection, to the end of the answer. */
  duration_ms: number;
  /** Of the answer; null without one. */
  status: number | null;
  /** Why it failed, in words; null when it succeeded. */
  failure: string | null;
  /** What was answered; null without an answer. */
  response: ReceiverAnswer | null;
}

export interface WebhookCollection {
  total_count: Count;
  items: Webhook[];
}

export interface WebhookCreate {
  /** An https:// address without a user name, at port 443 or one from 1024 on. It may have a query. */
  url: string;
  /** For people. */
  description?: string | null;
  /** Of which types it is told; null, the default, is all, also those that are added later. */
  events?: EventFilters | null;
  /** How its events are signed; `[v1]` by default. */
  signatures?: SignatureScheme[];
  is_enabled?: boolean;
}

/** What signatures are verified with. Keep `secret` like a password. */
export interface WebhookSecret {
  /** `whsec_` and the key of `v1` in base64. Null where the webhook has no such signature, and when a rotation is asked for again with its `Idempotency-Key`. */
  secret: string | null;
  /** `whpk_` and the public key of `v1a` in base64; null where the webhook has no such signature. */
  public_key: string | null;
  /** Until when the secret before signs too; null where there is none. */
  previous_expires_at: DateTime | null;
}

export interface WebhookSecretRotation {
  /** For how long the present secret signs too: up to seven days. 0 ends it at once. */
  grace_seconds?: number;
}

/** Fields that are not given stay; null clears. */
export interface WebhookUpdate {
  /** An https:// address without a user name, at port 443 or one from 1024 on. It may have a query. */
  url?: string;
  /** For people. */
  description?: string | null;
  /** Of which types it is told; null, the default, is all, also those that are added later. */
  events?: EventFilters | null;
  /** How its events are signed; `[v1]` by default. */
  signatures?: SignatureScheme[];
  is_enabled?: boolean;
}
