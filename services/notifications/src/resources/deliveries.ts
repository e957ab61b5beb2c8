import { isIn, column, date, expression, jsonArray, jsonObject, pick, raw, resource, sql, table, timeText } from '@partner-ordering/data';
import type { Delivery, DeliveryAttempt, EventReference } from '../../generated/models.ts';
import { Delivery as DeliveryEntity } from '../domain/deliveries/delivery.ts';
import { eventTypes } from '../domain/webhooks/webhook.ts';

const d = table(DeliveryEntity, 'd');

/** The log shows the last attempts; redelivery adds more. */
const MAX_LOGGED_ATTEMPTS = 100;

const event = jsonObject({ id: d.eventId.sql, type: d.eventType.sql, timestamp: timeText(d.occurredAt.sql), sequence: d.sequence.sql });

const answer = jsonObject({ headers: raw('a.answer_headers'), body: raw('a.answer_body') });
const attempt = jsonObject({
  number: raw('a.number'),
  at: timeText(raw('a.at')),
  duration_ms: raw('a.duration_ms'),
  url: raw('a.url'),
  status: raw('a.status'),
  failure: raw('a.failure'),
  failure_code: raw('a.failure_code'),
  failure_params: raw('a.failure_params'),
  request_headers: raw('a.request_headers'),
  response: sql`case when a.answer_headers is not null then ${answer} end`,
});
const attempts = sql`from (select * from delivery_attempt l where l.delivery_gid = ${d.gid.sql}
  order by l.number desc ${raw(`limit ${MAX_LOGGED_ATTEMPTS}`)}) a order by a.number`;

/** The deliveries of the webhooks of organizations that the caller manages. */
export const deliveries = resource<Delivery>()({
  noun: 'delivery',
  path: '/v1/orgs/{orgGid}/webhooks/{webhookGid}/deliveries',
  table: d,
  fields: {
    gid: column(d.gid),
    created_at: date(d.createdAt),
    modified_at: date(d.modifiedAt),
    href: expression<string>(raw(`'/v1/orgs/' || d.organization_gid || '/webhooks/' || d.webhook_gid || '/deliveries/' || d.gid`)),
    event: expression<EventReference>(event),
    ...pick(d, 'status', 'attempts'),
    next_attempt_at: date(d.nextAttemptAt),
    settled_at: date(d.settledAt),
    ...pick(d, 'failure', 'failure_code'),
    failure_params: expression<Delivery['failure_params']>(raw('d.failure_params')),
    body: expression<string | null>(sql`(select e.body from event e
      where e.organization_gid = ${d.organizationGid.sql} and e.position = ${d.position.sql})`),
    attempt_log: expression<DeliveryAttempt[]>(jsonArray(attempt, attempts)),
  },
  aliases: { webhook: d.webhookGid, event: d.eventId, type: { ...d.eventType, values: eventTypes } },
  visible: ({ manages }) => [isIn(d.organizationGid, manages)],
  organization: d.organizationGid,
});
