import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { signingSecrets } from '../domain/webhooks/webhook-secret.ts';
import { webhooks } from '../resources/webhooks.ts';
import { mustManage } from './loading/managed.ts';
import { shownSecret } from './loading/shown-secret.ts';

export const getWebhookSecret: Operations['getWebhookSecret'] = async (context) => {
  const { path, database, read, cipher, now } = context;
  await mustManage(context, database, path.orgGid, 'see this', 'secret');
  await read(webhooks, path.webhookGid, { fields: ['gid'], within: { field: 'organization', value: path.orgGid } });
  return ok(shownSecret(await signingSecrets(database, path.webhookGid, now), cipher), { 'Cache-Control': 'no-store' });
};
