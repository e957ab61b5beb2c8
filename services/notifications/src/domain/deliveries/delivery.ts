import { defineEntity, p } from '@mikro-orm/postgresql';
import type { DeliveryStatus } from '../../../generated/models.ts';

export const DeliverySchema = defineEntity({
  name: 'Delivery',
  properties: {
    gid: p.uuid().primary(),
    /** The UTC day on which the event was taken in, `YYYY-MM-DD`: by it rows are kept and dropped. */
    day: p.date(),
    webhookGid: p.uuid(),
    organizationGid: p.uuid(),
    /** Of the event, in its organization. */
    position: p.bigint('string'),
    eventId: p.text(),
    eventType: p.text(),
    occurredAt: p.datetime(),
    projectGid: p.uuid().strictNullable(),
    sequence: p.bigint('string').strictNullable(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime(),
    status: p.text().$type<DeliveryStatus>(),
    /** How many were made. */
    attempts: p.integer(),
    settledAt: p.datetime().strictNullable(),
    failure: p.text().strictNullable(),
  },
});

/** That a webhook is told of an event. Rows are written by statements for many at once. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
