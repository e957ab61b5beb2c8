import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { Resolve } from '@partner-ordering/outbound';
import { testNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner } from '../fixtures/webhook-owner.ts';

test('no delivery calls a forbidden address, whatever its name said when the webhook was added', async (t) => {
  let address = '93.184.216.34';
  const resolve: Resolve = () => Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);
  const notifications = await testNotifications({ allowsPrivateTargets: false, resolve });
  t.after(() => notifications.stop());
  let sockets = 0;
  const trap = createServer((socket) => ((sockets += 1), socket.destroy()));
  // Addresses of both families.
  await new Promise<void>((resolve) => trap.listen(0, resolve));
  t.after(() => trap.close());
  const organization = await webhookOwner(notifications);
  const turning = await organization.webhook(`https://turning.example:${portOf(trap)}/`);
  const hosts = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
  ];
  const chunks: string[] = [];
  for (const [index, host] of hosts.entries()) {
    const webhook = await organization.webhook(`https://partner${index}.example/`);
    // The API refuses these addresses.
    const text = 'update webhook set url = $1 where gid = $2';
    const values = [`https://${host}:${portOf(trap)}/`, webhook.split('/').at(-1)];
    await notifications.service.database.query({ text, values });
    chunks.push(webhook);
  }
  address = '127.0.0.1';
  await organization.publishFact(newGid());
  for (const webhook of [turning, ...chunks]) {
    const { failure, attempt_log: log } = await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    assert.match(failure!, /^The address (is a name that cannot be resolved, or )?leads to an address that is not public$/, webhook);
    assert.deepEqual([log[0]!.status, log[0]!.response], [null, null]);
  }
  address = '::1';
  const again = await organization.deliveries(turning);
  await organization.manager.post(`${again[0]!.href}/redeliver`);
  const { attempt_log: log } = await organization.delivery(turning, ({ attempts }) => attempts >= 2);
  assert.deepEqual(
    [log[1]!.failure, log[1]!.status],
    ['The address is a name that cannot be resolved, or leads to an address that is not public', null],
  );
  assert.equal(sockets, 0);
});

const portOf = (server: Server): number => (server.address() as { port: number }).port;
