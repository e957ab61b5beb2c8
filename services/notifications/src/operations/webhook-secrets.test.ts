import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type ApiClient, type Received, type Receiver } from '@partner-ordering/testing';
import { Webhook } from 'standardwebhooks';
import { factOf, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';

const MINUTE_MS = 60_000;
/** The SPKI prefix of the 32 bytes of an Ed25519 key. */
const ED25519_PREFIX = '302a300506032b6570032100';

describe('secrets of webhooks', () => {
  let notifications: TestNotifications;
  let receiver: Receiver;
  let manager: ApiClient;
  let path: string;
  let href: string;
  let laterMs = 0;
  let keys = 'the first key that this test run encrypts with';
  before(async () => {
    notifications = await testNotifications({ encryptionKeys: () => keys }, () => new Date(Date.now() + laterMs));
    receiver = await startReceiver();
    ({ manager, path } = await notifications.organization());
  });
  beforeEach(async () => {
    laterMs = 0;
    href = await manager.create(path, { url: receiver.url });
  });
  after(async () => {
    await receiver.close();
    await notifications.stop();
  });

  const secretNow = async () => (await manager.get(`${href}/secret`)).body;
  /** The request that the receiver got for a check. */
  async function checked(): Promise<Received> {
    const { body } = await manager.post(`${path}/check`, { webhook: { gid: href.split('/').at(-1) } });
    assert.equal(body.is_delivered, true, JSON.stringify(body));
    return receiver.received.at(-1)!;
  }
  /** Whether a library of Standard Webhooks accepts the request with this secret at the time of sending. */
  function verifies(secret: string, { body, headers }: Received): boolean {
    const id = headers['webhook-id'] as string;
    const timestamp = headers['webhook-timestamp'] as string;
    const own = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), body);
    return (headers['webhook-signature'] as string).split(' ').includes(own);
  }
  /** Whether one of the Ed25519 signatures verifies with this public key. */
  function verifiesPublicly(publicKey: string, { body, headers }: Received): boolean {
    const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
    const der = Buffer.concat([Buffer.from(ED25519_PREFIX, 'hex'), Buffer.from(publicKey.slice(5), 'base64')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const signatures = [...(headers['webhook-signature'] as string).matchAll(/v1a,(\S+)/g)].map(([, signature]) => signature!);
    return signatures.some((signature) => verify(null, content, key, Buffer.from(signature, 'base64')));
  }
  const rotate = (body?: object) => manager.post(`${href}/rotate_secret`, body);

  test('each secret of a rotation verifies during its grace time, then the new one only', async () => {
    const { secret: before } = await secretNow();
    const { status, body, headers } = await rotate({ grace_seconds: 1800 });
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    assert.notEqual(body.secret, before);
    assert.deepEqual(await secretNow(), body);
    const verified = async () => {
      const request = await checked();
      return [verifies(before, request), verifies(body.secret, request)];
    };
    assert.deepEqual(await verified(), [true, true]);
    laterMs = 29 * MINUTE_MS;
    assert.deepEqual(await verified(), [true, true]);
    laterMs = 31 * MINUTE_MS;
    assert.deepEqual(await verified(), [false, true]);
    assert.equal((await secretNow()).previous_expires_at, null);
  });

  test('200 rotates with a grace time of 24 hours by default', async () => {
    const start = Math.floor(Date.now() / 1000);
    const expires = Date.parse((await rotate()).body.previous_expires_at) / 1000;
    const end = Math.floor(Date.now() / 1000);
    assert.ok(expires >= start + 86_400 && expires <= end + 86_400, String(expires - start));
  });

  test('a second rotation ends the previous secret, and a grace time of 0 ends the current one', async () => {
    const first = (await secretNow()).secret;
    const second = (await rotate({ grace_seconds: 3600 })).body.secret;
    const third = (await rotate({ grace_seconds: 3600 })).body.secret;
    const schemesOf = async (...secrets: string[]) => {
      const request = await checked();
      return secrets.map((secret) => verifies(secret, request));
    };
    assert.deepEqual(await schemesOf(first, second, third), [false, true, true]);
    const { body } = await rotate({ grace_seconds: 0 });
    assert.equal(body.previous_expires_at, null);
    assert.deepEqual(await schemesOf(second, third, body.secret), [false, false, true]);
    for (const grace_seconds of [-1, 604_801]) assert.equal((await rotate({ grace_seconds })).status, 400);
  });

  test('v1a verifies with the public key only, and either signature suffices', async () => {
    await manager.put(href, { signatures: ['v1a'] });
    const { secret, public_key } = await secretNow();
    assert.equal(secret, null);
    assert.match(public_key, /^whpk_[A-Za-z0-9+/]{43}=$/);
    await manager.put(href, { signatures: ['v1', 'v1a'] });
    const secrets = await secretNow();
    assert.equal(secrets.public_key, public_key, 'it stays');
    const request = await checked();
    assert.ok(verifies(secrets.secret, request));
    assert.ok(verifiesPublicly(public_key, request));
    assert.ok(!verifiesPublicly(public_key, { ...request, body: `${request.body} ` }));
  });

  test('a delivery is signed by all secrets and schemes that are valid at its time', async () => {
    await manager.put(href, { signatures: ['v1', 'v1a'] });
    const { secret: before } = await secretNow();
    const { secret, public_key: publicKey } = (await rotate({ grace_seconds: 1800 })).body;
    const nextRequest = async (): Promise<Received> => {
      const fact = factOf('project.created', { gid: newGid(), organization: path.split('/')[3] });
      await notifications.receive('ordering', fact);
      const isFact = ({ path: at, headers }: Received) => at === '/signed' && headers['webhook-id'] === fact.id;
      return eventually(() => receiver.received.find(isFact) ?? false);
    };
    await manager.put(href, { url: receiver.url.replace('/hook', '/signed') });
    const request = await nextRequest();
    const schemes = (request.headers['webhook-signature'] as string).split(' ').map((signature) => signature.split(',')[0]);
    assert.deepEqual(schemes, ['v1', 'v1', 'v1a', 'v1a']);
    assert.deepEqual([verifies(before, request), verifies(secret, request)], [true, true]);
    assert.ok(verifiesPublicly(publicKey, request));
    laterMs = 31 * MINUTE_MS;
    const later = await nextRequest();
    assert.deepEqual([verifies(before, later), verifies(secret, later), verifiesPublicly(publicKey, later)], [false, true, true]);
    assert.equal((later.headers['webhook-signature'] as string).split(' ').length, 2);
  });

  test('a new encryption key encrypts all secrets without changing them, after which the old key is not needed', async () => {
    const before = await secretNow();
    const [old, next] = [keys, 'the second key that this test run encrypts with'];
    const text = 'select distinct encryption_key_id as id from webhook_secret';
    const ids = async () => (await notifications.service.database.query<{ id: string }>({ text, values: [] })).map(({ id }) => id);
    const [first] = await ids();
    keys = `${next}\n${old}`;
    const other = await manager.create(path, { url: receiver.url });
    // The keys are read again about once a second.
    await eventually(async () => {
      assert.equal((await manager.post(`${other}/rotate_secret`, { grace_seconds: 0 })).status, 200);
      return (await ids()).length === 2;
    });
    await notifications.runJob('encrypt_secrets_anew');
    const [second, ...more] = await ids();
    assert.deepEqual(more, []);
    assert.notEqual(second, first);
    keys = next;
    assert.deepEqual(await secretNow(), before);
  });

  test('an unreadable secret stays unchanged and does not prevent others from being encrypted again', async () => {
    const { database } = notifications.service;
    const idOf = async (webhook: string) => {
      const [row] = await database.query<{ id: string }>({
        text: 'select encryption_key_id as id from webhook_secret where webhook_gid = $1',
        values: [webhook],
      });
      return row!.id;
    };
    const [broken, readable] = [await manager.create(path, { url: receiver.url }), await manager.create(path, { url: receiver.url })].map(
      (made) => made.split('/').at(-1)!,
    ) as [string, string];
    await database.query({ text: `update webhook_secret set encryption_key_id = 'old' where webhook_gid = $1`, values: [broken] });
    const present = await idOf(readable);
    keys = `the third key that this test run encrypts with\n${keys}`;
    await eventually(async () => {
      await notifications.runJob('encrypt_secrets_anew');
      return (await idOf(readable)) !== present;
    });
    assert.equal(await idOf(broken), 'old');
  });
});
