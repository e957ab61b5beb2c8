import { startReceiver } from '@partner-ordering/testing';
import { demoGids } from '../../test-system.ts';
import type { Stage } from '../recorder.ts';

const orgGid: string = demoGids.harbourBakery;

/** Webhooks of an organization. */
export async function notifications(stage: Stage): Promise<void> {
  const webhookGid = await recordWebhooks(stage);
  await recordSecrets(stage, webhookGid);
  await recordChecks(stage);
  await recordChanges(stage, webhookGid);
}

async function recordWebhooks(stage: Stage): Promise<string> {
  const { admin, manager, user } = stage.people;
  const at = { orgGid };
  const body = { url: 'https://1.1.1.1/webhooks/orders', description: 'Our order desk', events: ['project.*', 'receipt.paid'] };
  const { gid: webhookGid } = await stage.record('createWebhook', '201 for a manager', { as: manager, at, body });
  const otherWebhook = { url: 'https://1.1.1.1:8443/', signatures: ['v1', 'v1a'], is_enabled: false };
  await stage.record('createWebhook', '201 for an admin: disabled, of all events, with both signatures', {
    as: admin,
    at,
    body: otherWebhook,
  });
  await stage.record('createWebhook', '400 for an address inside', { as: manager, at, body: { url: 'https://169.254.169.254/' } });
  await stage.record('createWebhook', '400 for a port that is none of the web', { as: manager, at, body: { url: 'https://1.1.1.1:25/' } });
  await stage.record('listWebhooks', '200 for the manager', { as: manager, at, query: { orderBy: 'url', sort: 'asc' } });
  const disabled = { query: ['is_enabled', '==', false], orderBy: 'disabled_at' };
  await stage.record('listAllWebhooks', '200 for an admin, disabled ones', { as: admin, query: disabled });
  await stage.record('listAllWebhooks', '200 for the manager', { as: manager, query: { limit: 1 } });
  await stage.record('listAllWebhooks', '200 for a member, none', { as: user });
  const call = { as: manager, at: { orgGid, webhookGid } };
  await stage.record('getWebhook', '200 for the manager', call);
  return webhookGid;
}

async function recordSecrets(stage: Stage, webhookGid: string): Promise<void> {
  const { manager } = stage.people;
  const call = { as: manager, at: { orgGid, webhookGid } };
  await stage.record('getWebhookSecret', '200 for the manager', call);
  await stage.record('rotateWebhookSecret', '200 with the new secret', { ...call, body: { grace_seconds: 3600 } });
}

async function recordChecks(stage: Stage): Promise<void> {
  const { manager } = stage.people;
  const at = { orgGid };
  const receiver = await startReceiver();
  receiver.answer = (_request, response) => {
    Object.assign(response, { sendDate: false }).writeHead(200, { 'content-type': 'text/plain' }).end('Taken');
  };
  try {
    const webhook = await stage.unrecorded(() => manager.client.api.createWebhook(orgGid, { url: receiver.url }));
    const call = { as: manager, at, body: { webhook: { gid: webhook.gid } } };
    await stage.record('checkWebhook', '200 with what was answered', call);
    await stage.record('checkWebhook', '200 with why nobody could be reached', {
      as: manager,
      at,
      body: { url: 'https://169.254.169.254/' },
    });
    await stage.record('checkWebhook', '400 for neither a webhook nor an address', { as: manager, at, body: {} });
    await stage.record('checkWebhook', '400 for both', { as: manager, at, body: { ...call.body, url: 'https://1.1.1.1/' } });
  } finally {
    await receiver.close();
  }
}

async function recordChanges(stage: Stage, webhookGid: string): Promise<void> {
  const { manager } = stage.people;
  const call = { as: manager, at: { orgGid, webhookGid } };
  await stage.record('updateWebhook', '204 by the manager', { ...call, body: { description: null, is_enabled: false } });
  await stage.record('updateWebhook', '400 for an address inside', { ...call, body: { url: 'https://169.254.169.254/' } });
  await stage.record('getWebhook', '200 of one that is disabled', call);
  await stage.record('deleteWebhook', '204 by the manager', call);
  await stage.record('getWebhook', '404 once it is deleted', call);
}
