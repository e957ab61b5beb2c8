import { managersOf } from '@partner-ordering/commerce';
import type { JobDefinitions, JobParts } from '@partner-ordering/service';
import { cancelUndeliverable } from '../domain/deliveries/cancellation.ts';
import { recoverBatch, recoveryJob, type Recovery } from '../domain/deliveries/recovery.ts';
import { disableWebhook } from '../domain/deliveries/disabling.ts';
import { markFailingWebhooks } from '../domain/webhooks/health.ts';
import { Webhook } from '../domain/webhooks/webhook.ts';
import { mailTo, type MailKind } from '../mails/letters.ts';

/** The data of each job. */
export interface WebhookJobs {
  /** Cancels the waiting deliveries of disabled and deleted webhooks. */
  cancel_deliveries: Record<string, never>;
  /** Queues missed deliveries of a webhook, step by step. */
  recover_deliveries: Recovery;
  /** Warns of failing webhooks, and disables them in the end. */
  check_failing_webhooks: Record<string, never>;
  /** Queues the mails about a webhook to its managers. */
  mail_managers: { webhook: string; kind: MailKind };
}

export const webhookJobs = ({ database }: Pick<JobParts, 'database'>): JobDefinitions<WebhookJobs> => ({
  cancel_deliveries: { schedule: '*/10 * * * *', run: ({ now, signal }) => cancelUndeliverable(database, { now, signal }) },
  recover_deliveries: {
    run:
      async ({ data, now }) =>
      async (tx, { addJob }) => {
        const webhook = await tx.em.findOne(Webhook, { gid: data.webhook });
        if (!webhook?.isEnabled) return;
        const afterPosition = await recoverBatch(tx, webhook, data, now);
        if (afterPosition !== undefined) addJob(recoveryJob({ ...data, afterPosition }));
      },
  },
  check_failing_webhooks: {
    schedule: '13 * * * *',
    run:
      async ({ now }) =>
      async (tx, { addJob }) => {
        const { toWarn, toDisable } = await markFailingWebhooks(tx, now);
        for (const webhook of toDisable) await disableWebhook(tx, addJob, { webhook, cause: 'failing', now });
        for (const webhook of toWarn) addJob({ name: 'mail_managers', key: webhook, data: { webhook, kind: 'webhook_failing' } });
      },
  },
  mail_managers: {
    run:
      async ({ data: { webhook: gid, kind } }) =>
      async (tx, { addJob }) => {
        const webhook = await tx.em.findOne(Webhook, { gid });
        if (!webhook) return;
        for (const manager of await managersOf(tx, webhook.organizationGid)) addJob(mailTo(kind, webhook, manager));
      },
  },
});
