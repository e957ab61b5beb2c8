import { managersOf } from '@partner-ordering/commerce';
import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import { cancelUndeliverable } from '../domain/deliveries/cancellation.ts';
import { recoverStep, recoveryJob, type Recovery } from '../domain/deliveries/recovery.ts';
import { deletedWithWebhooks, disableWebhook, disableWebhooksOf, disablingOf } from '../domain/deliveries/disabling.ts';
import { takeFailing } from '../domain/webhooks/health.ts';
import { Webhook } from '../domain/webhooks/webhook.ts';
import { mailTo, type MailKind } from '../mails/letters.ts';

/** What each job is added with. */
export interface WebhookJobs {
  /** Cancels what waits for webhooks to which nothing is sent. */
  cancel_deliveries: Record<string, never>;
  /** Queues what a webhook has missed, step by step. */
  recover_deliveries: Recovery;
  /** Warns of webhooks that fail, and disables them in the end; and those of deleted organizations that are still enabled. */
  check_failing_webhooks: Record<string, never>;
  /** Disables all webhooks of an organization that is deleted. */
  disable_webhooks: { organization: string };
  /** Adds the mails about a webhook to its managers. */
  mail_managers: { webhook: string; kind: MailKind };
}

/** What is done about webhooks after a commit and on a schedule. */
export const webhookJobs = ({ database }: Pick<JobParts, 'database'>): JobDefinitions<WebhookJobs> => ({
  cancel_deliveries: { schedule: '*/10 * * * *', run: ({ now, signal }) => cancelUndeliverable(database, { now, signal }) },
  recover_deliveries: {
    run:
      async ({ data, now }) =>
      async (tx, { addJob }) => {
        const webhook = await tx.em.findOne(Webhook, { gid: data.webhook });
        if (!webhook?.isEnabled) return;
        const after = await recoverStep(tx, webhook, data, now);
        if (after !== undefined) addJob(recoveryJob({ ...data, after }));
      },
  },
  check_failing_webhooks: {
    schedule: '13 * * * *',
    run:
      async ({ now }) =>
      async (tx, { addJob }) => {
        const { toWarn, toDisable } = await takeFailing(tx, now);
        for (const webhook of toDisable) await disableWebhook(tx, addJob, { webhook, cause: 'failing', now });
        for (const webhook of toWarn) addJob({ name: 'mail_managers', key: webhook, data: { webhook, kind: 'webhook_failing' } });
        for (const organization of await deletedWithWebhooks(tx)) addJob(disablingOf(organization));
      },
  },
  disable_webhooks: {
    run:
      async ({ data: { organization }, now }) =>
      (tx, { addJob }) =>
        disableWebhooksOf(tx, addJob, { organization, now }),
  },
  mail_managers: {
    run:
      async ({ data: { webhook: gid, kind } }) =>
      async (tx, { addJob }) => {
        const webhook = await tx.em.findOne(Webhook, { gid });
        if (!webhook) return;
        for (const manager of await managersOf(tx, webhook.organizationGid)) addJob(mailTo(kind, gid, manager));
      },
  },
});
