// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

/** Number of matches on all pages. */
export type Count = number;

/** Time in UTC, `YYYY-MM-DDTHH:MM:SS+0000`. */
export type DateTime = string;

/** The delivery of an event to a webhook, with its attempts. */
export interface Delivery {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime;
  href: Href;
  event: EventReference;
  status: DeliveryStatus;
  /** Number of attempts so far. */
  attempts: number;
  /** The time of the next attempt; while one runs, of its repetition. Null when none follows. */
  next_attempt_at: DateTime | null;
  /** When it was delivered, given up or canceled. */
  settled_at: DateTime | null;
  /** Why it has not been delivered. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
  /** The body of each attempt, as text. Null when the event is deleted. */
  body: string | null;
  /** The attempts, oldest first; the last 100. */
  attempt_log: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  number: number;
  at: DateTime;
  /** Duration, from the connection to the end of the answer. */
  duration_ms: number;
  /** The URL of the attempt. */
  url: string;
  /** Status of the answer. Null without one. */
  status: number | null;
  /** Why it failed. Null when it succeeded. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
  request_headers: HeaderMap;
  /** The receiver's answer. Null without one. */
  response: ReceiverAnswer | null;
}

export interface DeliveryCollection {
  total_count: Count;
  items: DeliverySummary[];
}

export interface DeliveryRecovery {
  /** Start of the time, in ISO 8601, at most 30 days ago. The time of the events counts. */
  since: string;
  /** End of the time, in ISO 8601, exclusive. Null, the default, is now. */
  until?: string | null;
  /** Adds events that the webhook was never sent, such as those from before it existed. */
  include_unsent?: boolean;
}

/** `waiting` for its first or next attempt, `delivered`, `failed` after the last one, or `canceled`, because the webhook was or is disabled. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed' | 'canceled';

/** The delivery of an event to a webhook. */
export interface DeliverySummary {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime;
  href: Href;
  event: EventReference;
  status: DeliveryStatus;
  /** Number of attempts so far. */
  attempts: number;
  /** The time of the next attempt; while one runs, of its repetition. Null when none follows. */
  next_attempt_at: DateTime | null;
  /** When it was delivered, given up or canceled. */
  settled_at: DateTime | null;
  /** Why it has not been delivered. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
}

/** The name of the fault, for programs. A code keeps its meaning. Later releases add codes, so accept unknown ones. */
export type ErrorCode = string;

export interface ErrorDescription {
  /** The HTTP status. */
  code: number;
  reason: ErrorReason;
  message: string;
  params?: RefusalParams;
  details?: ErrorDetail[];
  /** Quote it when you contact support. */
  request_id?: string;
}

export interface ErrorDetail {
  /** The field, such as `options.due`. */
  path: string;
  code: ErrorCode;
  /** The fault, for people. It follows the name of the field. */
  message: string;
  params?: ErrorParams;
}

/** The values in the message, by name. Left out if it has none. */
export type ErrorParams = Record<string, unknown>;

/** Why the request failed, for programs. Later releases add reasons, so accept unknown ones. */
export type ErrorReason = string;

/** An event type, or all types with a prefix, such as `project.*`. */
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

/** The same in every attempt, at every webhook and in the feed. Also the header `webhook-id`. */
export type EventId = string;

/** The organization of an event. */
export interface EventOrganization {
  gid: Gid;
  href: Href;
}

export interface EventPage {
  items: FeedEvent[];
  /** The `after` of the next request, also after an empty page. */
  next: string;
  /** Whether more events exist already. With `types` a page can have fewer events than `limit`, or none, and still be followed by more. */
  has_more: boolean;
}

export interface EventReference {
  id: EventId;
  type: EventType;
  timestamp: DateTime;
  sequence: EventSequence;
}

/** Counts the events of the project from 1, without gaps, except for a jump after a restore from a backup. Null without a project. */
export type EventSequence = number | null;

/** What happened, such as `project.published`. The callbacks of `createWebhook` have all types; we add more. */
export type EventType = string;

/** An event. The callbacks of `createWebhook` describe the `data` of each type. */
export interface FeedEvent {
  id: EventId;
  type: EventType;
  timestamp: DateTime;
  organization: EventOrganization;
  sequence: EventSequence;
  /** A snapshot of what a manager of the organization saw when it happened. */
  data: Record<string, unknown>;
}

/** Opaque identifier. */
export type Gid = string;

/** Headers by their names in lower case. */
export type HeaderMap = Record<string, string>;

/** Path of the resource. */
export type Href = string;

/** Identifies a resource in a request. You can send a reference from a response unchanged. Only `gid` counts. */
export interface Identifier {
  gid: Gid;
  href?: Href;
}

/** Body of every error except failed authentication. */
export interface Error {
  error: ErrorDescription;
}

export interface OrganizationReference {
  gid: Gid;
  href: Href;
  name: string;
  hostname: string | null;
}

/** A receiver's answer, shortened. */
export interface ReceiverAnswer {
  headers: HeaderMap;
  /** The first 1 KiB, as text. */
  body: string;
}

/** In a 403 for a missing right. */
export interface RefusalParams {
  /** The least right that would do. It is `owner` of the resource, `manager` of its organization, or `admin`. */
  needs: 'owner' | 'manager' | 'admin';
}

/** `v1` is HMAC-SHA256 with the secret, `v1a` Ed25519, verified with the public key. */
export type SignatureScheme = 'v1' | 'v1a';

/** A URL that receives an organization's events. */
export interface Webhook {
  gid: Gid;
  created_at: DateTime;
  modified_at: DateTime | null;
  href: Href;
  organization: OrganizationReference;
  url: string;
  /** For people. */
  description: string | null;
  /** The types of its events. Null means all, later ones included. */
  events: string[] | null;
  /** The signatures of its events, all of which are sent. */
  signatures: SignatureScheme[];
  is_enabled: boolean;
  /** When it was disabled. */
  disabled_at: DateTime | null;
  /** Why it is disabled. */
  disabled_reason: string | null;
  /** The same for programs. */
  disabled_code: ErrorCode | null;
}

/** Exactly one: a webhook of the organization, or a URL. */
export interface WebhookCheck {
  webhook?: Identifier;
  /** As that of a webhook. */
  url?: string;
}

export interface WebhookCheckOutcome {
  /** Whether the receiver answered completely, with 2xx. */
  is_delivered: boolean;
  event: EventReference;
  /** Duration of the attempt, from the connection to the end of the answer. */
  duration_ms: number;
  /** Status of the answer. Null without one. */
  status: number | null;
  /** Why it failed. Null when it succeeded. */
  failure: string | null;
  /** The same for programs. */
  failure_code: ErrorCode | null;
  /** The values in `failure`. */
  failure_params: ErrorParams | null;
  /** The receiver's answer. Null without one. */
  response: ReceiverAnswer | null;
}

export interface WebhookCollection {
  total_count: Count;
  items: Webhook[];
}

export interface WebhookCreate {
  /** An https:// URL without a user name, at port 443 or from 1024 on. It may have a query. */
  url: string;
  /** For people. */
  description?: string | null;
  /** The types of its events. Null, the default, means all, later ones included. */
  events?: EventFilters | null;
  /** The signatures of its events, `[v1]` by default. */
  signatures?: SignatureScheme[];
  is_enabled?: boolean;
}

/** The keys that verify signatures. Keep `secret` like a password. */
export interface WebhookSecret {
  /** `whsec_` and the key of `v1` in base64. Null without that signature, and when a rotation is repeated with its `Idempotency-Key`. */
  secret: string | null;
  /** `whpk_` and the public key of `v1a` in base64. Null without that signature. */
  public_key: string | null;
  /** Until when the previous secret signs too. Null without one. */
  previous_expires_at: DateTime | null;
}

export interface WebhookSecretRotation {
  /** Seconds that the current secret also signs, up to seven days. 0 ends it at once. */
  grace_seconds?: number;
}

/** Omitted fields keep their values; null clears a field. */
export interface WebhookUpdate {
  /** An https:// URL without a user name, at port 443 or from 1024 on. It may have a query. */
  url?: string;
  /** For people. */
  description?: string | null;
  /** The types of its events. Null, the default, means all, later ones included. */
  events?: EventFilters | null;
  /** The signatures of its events, `[v1]` by default. */
  signatures?: SignatureScheme[];
  is_enabled?: boolean;
}
