import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, freePort, startReceiver, testCertificate, type ApiClient, type Receiver } from '@partner-ordering/testing';
import { Webhook } from 'standardwebhooks';
import { gzipSync } from 'node:zlib';
import { createServer } from 'node:https';
import { factOf, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';

describe('checks of webhooks', () => {
  let notifications: TestNotifications;
  let receiver: Receiver;
  let manager: ApiClient;
  let organization: string;
  let path: string;
  before(async () => {
    notifications = await testNotifications();
    ({ manager, path, gid: organization } = await notifications.organization());
  });
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  after(() => notifications.stop());

  const check = async (body: object) => manager.post(`${path}/check`, body);
  const checkUrl = async (url: string) => (await check({ url })).body;

  test('200 sends a webhook a void event with a valid signature, and shows its answer', async () => {
    receiver.answer = (_request, response) => response.writeHead(202, { 'x-seen': 'yes', 'set-cookie': 'session=1' }).end('taken');
    const href = await manager.create(path, { url: `${receiver.url}?key=1`, is_enabled: false });
    const { status, body, headers } = await check({ webhook: { gid: href.split('/').at(-1) } });
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    const { event, duration_ms, response, ...rest } = body;
    assert.deepEqual(rest, { is_delivered: true, status: 202, failure: null, failure_code: null, failure_params: null });
    assert.ok(duration_ms >= 0);
    assert.deepEqual([response.body, response.headers['x-seen'], response.headers['set-cookie']], ['taken', 'yes', undefined]);
    const [received] = receiver.received;
    assert.deepEqual([receiver.received.length, received!.method, received!.path], [1, 'POST', '/hook?key=1']);
    assert.deepEqual([received!.headers['content-type'], received!.headers['user-agent']], ['application/json', 'partner-ordering']);
    const { secret } = (await manager.get(`${href}/secret`)).body;
    const verified = new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>);
    const { sequence, ...eventFields } = event;
    assert.deepEqual(verified, {
      ...eventFields,
      organization: { gid: organization, href: `/v1/organizations/${organization}` },
      sequence,
      data: {},
    });
    assert.deepEqual([event.type, event.sequence, event.id], ['webhook.check', null, received!.headers['webhook-id']]);
  });

  test('200 sends a void event with the fields of real events, in their order', async () => {
    await checkUrl(receiver.url);
    await notifications.receive('ordering', factOf('project.published', { gid: newGid(), organization }));
    const storedEvent = await eventually(async () => (await manager.get(`/v1/orgs/${organization}/events`)).body.items[0] ?? false);
    const sent = JSON.parse(receiver.received[0]!.body) as { organization: object };
    assert.deepEqual(Object.keys(sent), Object.keys(storedEvent));
    assert.deepEqual(Object.keys(sent.organization), Object.keys(storedEvent.organization));
  });

  test('200 also checks an address without a webhook, with a random secret', async () => {
    const body = await checkUrl(receiver.url);
    assert.deepEqual([body.is_delivered, body.status, body.response.body], [true, 204, '']);
    assert.match(receiver.received[0]!.headers['webhook-signature'] as string, /^v1,[\w+/]{43}=$/);
  });

  test('200 shows 1 KiB of an answer, at most 32 headers, and no invalid UTF-8', async () => {
    receiver.answer = (_request, response) => {
      for (let index = 0; index < 40; index++) response.setHeader(`x-${String(index).padStart(2, '0')}`, 'x');
      response.end(Buffer.concat([Buffer.from([0, 0xff]), Buffer.alloc(2_000, 'a')]));
    };
    const { is_delivered, response } = await checkUrl(receiver.url);
    assert.equal(is_delivered, true);
    assert.equal(response.body, `\uFFFD\uFFFD${'a'.repeat(1_022)}`);
    assert.equal(Object.keys(response.headers).length, 32);
  });

  test('200 shows a gzip answer as text, and takes one that cannot be decoded as delivered', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    receiver.answer = (_request, response) => response.writeHead(200, gzip).end(gzipSync('thanks'));
    assert.equal((await checkUrl(receiver.url)).response.body, 'thanks');
    receiver.answer = (_request, response) => response.writeHead(200, gzip).end(gzipSync('x'.repeat(1_048_577)));
    assert.equal((await checkUrl(receiver.url)).failure_code, 'response_too_large');
    for (const headers of [gzip, { 'content-encoding': 'utf-8' }]) {
      receiver.answer = (_request, response) => response.writeHead(200, headers).end();
      assert.equal((await checkUrl(receiver.url)).is_delivered, true);
    }
  });

  test('200 has the reason of a failure in words and as a code', async (t) => {
    const failureOf = async (url: string): Promise<unknown[]> => {
      const { is_delivered, failure, failure_code, failure_params } = await checkUrl(url);
      assert.equal(is_delivered, false);
      return [failure, failure_code, ...(failure_params === null ? [] : [failure_params])];
    };
    const unreachable = ['The address cannot be reached, or does not answer as a web server does', 'unreachable'];
    receiver.answer = (_request, response) => response.writeHead(500).end();
    assert.deepEqual(await failureOf(receiver.url), ['It answered 500', 'wrong_status', { http_status: 500 }]);
    receiver.answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    const redirected = ['It answered 302: redirects are not followed', 'redirect_not_followed', { http_status: 302 }];
    assert.deepEqual(await failureOf(receiver.url), redirected);
    receiver.answer = (request) => request.socket.destroy();
    assert.deepEqual(await failureOf(receiver.url), unreachable);
    receiver.answer = (_request, response) => {
      const write = () => void (response.write('x'.repeat(65_536)) ? setImmediate(write) : response.once('drain', write));
      write();
      response.once('close', () => (response.write = () => true));
    };
    assert.deepEqual(await failureOf(receiver.url), ['The answer is longer than 1048576 bytes', 'response_too_large', { max: 1_048_576 }]);
    assert.deepEqual(await failureOf(`http://127.0.0.1:${await freePort()}/`), unreachable);
    assert.deepEqual(await failureOf('ftp://partner.example/'), ['The address must begin with https://', 'not_https']);
    const hidden = ['The address leads to an address that is not public', 'address_not_public'];
    assert.deepEqual(await failureOf('http://169.254.169.254/latest/meta-data'), hidden);
    const { key, cert } = await testCertificate();
    const secure = createServer({ key, cert }, (_request, response) => response.end());
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    t.after(() => secure.close());
    const { port } = secure.address() as { port: number };
    const ofUnknown = ['The address has a certificate of an authority that is not known', 'certificate_authority_unknown'];
    assert.deepEqual(await failureOf(`https://127.0.0.1:${port}/`), ofUnknown);
  });

  test('400 for an unknown webhook, and one of another organization', async () => {
    const other = await notifications.organization();
    const otherWebhook = (await other.manager.create(other.path, { url: receiver.url })).split('/').at(-1);
    for (const gid of [newGid(), 'none', otherWebhook]) {
      const answer = await check({ webhook: { gid } });
      assert.deepEqual([answer.status, answer.body.error?.details[0].path], [400, 'webhook.gid'], gid);
    }
    assert.deepEqual(receiver.received, []);
  });

  test('200 is repeated for the same Idempotency-Key, without another event', async () => {
    const headers = { 'idempotency-key': newGid() };
    const answers = [];
    for (let time = 0; time < 2; time++) answers.push(await manager.post(`${path}/check`, { url: receiver.url }, { headers }));
    assert.deepEqual(answers[1]!.body, answers[0]!.body);
    assert.deepEqual(
      receiver.received.map((request) => request.headers['webhook-id']),
      [answers[0]!.body.event.id],
    );
  });

  test('429 for the third concurrent check of an organization, while other requests run', async () => {
    const waiting: (() => void)[] = [];
    receiver.answer = (_request, response) => void waiting.push(() => response.end());
    const running = [check({ url: receiver.url }), check({ url: receiver.url })];
    await eventually(() => waiting.length === 2);
    const third = await check({ url: receiver.url });
    assert.deepEqual([third.status, third.headers.get('retry-after')], [429, '1']);
    const other = await notifications.organization();
    const otherCheck = other.manager.post(`${other.path}/check`, { url: receiver.url });
    await eventually(() => waiting.length === 3);
    waiting.forEach((end) => end());
    assert.deepEqual(
      (await Promise.all([...running, otherCheck])).map(({ body }) => body.is_delivered),
      [true, true, true],
    );
    const again = check({ url: receiver.url });
    await eventually(() => waiting.length === 4);
    waiting[3]!();
    assert.equal((await again).status, 200);
  });
});
