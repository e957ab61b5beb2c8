import { defineEntity, p } from '@mikro-orm/postgresql';

/** A job of a mail that was given up, as a view of the queue; nothing writes it. */
export const UndeliveredMailSchema = defineEntity({
  name: 'UndeliveredMail',
  tableName: 'undelivered_mail',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    /** Time of giving up. */
    modifiedAt: p.datetime(),
    kind: p.text(),
    to: p.text(),
    reason: p.text(),
    attempts: p.integer(),
  },
});

/** A mail that is not tried again. */
export class UndeliveredMail extends UndeliveredMailSchema.class {}
UndeliveredMailSchema.setClass(UndeliveredMail);
