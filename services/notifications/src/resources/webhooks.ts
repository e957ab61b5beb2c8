import { organizationReference } from '@partner-ordering/commerce';
import { isIn, column, date, pick, resource, resourcePath, sql, table, type Column } from '@partner-ordering/data';
import type { Webhook } from '../../generated/models.ts';
import { failureReasons } from '../domain/deliveries/disabling.ts';
import { Webhook as WebhookEntity } from '../domain/webhooks/webhook.ts';

const w = table(WebhookEntity, 'w');

const path = resourcePath('/v1/orgs/{organization}/webhooks/{gid}', { organization: w.organizationGid, gid: w.gid });

/** Path of a webhook. */
export const webhookHref = (organization: string, gid: string): string => path.of({ organization, gid });

/** Few of many: found by the index webhook_disabled_code. */
const awaitsRepair: Column = {
  sql: sql`(not ${w.isEnabled.sql} and ${w.disabledCode.sql} = any(${[...failureReasons]}))`,
  type: 'boolean',
  nullable: false,
};

/** The webhooks of the organizations that the caller manages. */
export const webhooks = resource<Webhook>()({
  noun: 'webhook',
  path: '/v1/orgs/{orgGid}/webhooks',
  table: w,
  fields: {
    href: path.field,
    organization: organizationReference(w.organizationGid),
    ...pick(w, 'url', 'description', 'events', 'signatures'),
    is_enabled: column(w.isEnabled),
    disabled_at: date(w.disabledAt),
    ...pick(w, 'disabled_reason', 'disabled_code'),
  },
  aliases: { awaits_repair: awaitsRepair },
  visible: ({ manages }) => [isIn(w.organizationGid, manages)],
  organization: w.organizationGid,
});
