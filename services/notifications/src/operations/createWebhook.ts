import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { completeSecrets } from '../domain/webhooks/webhook-secret.ts';
import { mustHaveRoom, Webhook } from '../domain/webhooks/webhook.ts';
import { webhookHref } from '../resources/webhooks.ts';
import { mustBeCallable, mustManage } from './loading/managed.ts';

export const createWebhook: Operations['createWebhook'] = async (context) => {
  const { path, body, tx } = context;
  await mustManage(context, tx, path.orgGid, 'create');
  mustBeCallable(context, body.url);
  await mustHaveRoom(tx, path.orgGid);
  const webhook = Webhook.create(path.orgGid, body, context);
  await tx.em.persist(webhook).flush();
  await completeSecrets(tx, webhook, context);
  return created(webhookHref(path.orgGid, webhook.gid));
};
