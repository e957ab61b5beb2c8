import { defineEntity, p } from '@mikro-orm/postgresql';
import type { DeliveryStatus } from '../../../generated/models.ts';

export const DeliverySchema = defineEntity({
  name: 'Delivery',
  properties: {
    gid: p.uuid().primary(),
    webhookGid: p.uuid(),
    organizationGid: p.uuid(),
    /** Of the event, in its organization. */
    position: p.bigint('string'),
    eventId: p.text(),
    eventType: p.text(),
    occurredAt: p.datetime(),
    sequence: p.bigint('string').strictNullable(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime(),
    status: p.text().$type<DeliveryStatus>(),
    /** How many were made. */
    attempts: p.integer(),
    /** Failed attempts since it last began to wait: they decide on the pause before the next one. */
    failures: p.integer(),
    /** Null unless it waits. */
    nextAttemptAt: p.datetime().strictNullable(),
    settledAt: p.datetime().strictNullable(),
    failure: p.text().strictNullable(),
  },
});

/** That a webhook is told of an event. Rows are written by statements for many at once. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
