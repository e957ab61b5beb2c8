import { defineEntity, p } from '@mikro-orm/postgresql';
import type { DeliveryStatus } from '../../../generated/models.ts';

export const DeliverySchema = defineEntity({
  name: 'Delivery',
  properties: {
    gid: p.uuid().primary(),
    webhookGid: p.uuid(),
    organizationGid: p.uuid(),
    /** The event's position in its organization. */
    position: p.bigint('string'),
    eventId: p.text(),
    eventType: p.text(),
    occurredAt: p.datetime(),
    sequence: p.bigint('string').strictNullable(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime(),
    status: p.text().$type<DeliveryStatus>(),
    attempts: p.integer(),
    /** Failed attempts since it last began to wait; they decide on the next pause. */
    failures: p.integer(),
    /** Null unless it waits. */
    nextAttemptAt: p.datetime().strictNullable(),
    settledAt: p.datetime().strictNullable(),
    failure: p.text().strictNullable(),
    /** The failure as a code, for programs. */
    failureCode: p.text().strictNullable(),
  },
});

/** The delivery of an event to a webhook. Statements write many rows at once. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
