import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, describe, test } from 'node:test';
import { modules } from '@partner-ordering/standalone';
import { freePort, startReceiver, type Receiver } from '@partner-ordering/testing';
import { run, stopAll, type Program } from './program.ts';
import { startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

const credentials = {
  ADMIN_EMAIL: 'first@example.org',
  ADMIN_PASSWORD: 'a password from a Secret',
  ADMIN_CLIENT_SECRET: '8c41f09be7a2d53e86b90fd14a7c3e25',
};

describe('helm test', () => {
  let system: TestSystem;
  let origin: string;
  let between: Receiver;
  before(async () => {
    origin = `http://localhost:${await freePort()}`;
    system = await startTestSystem({ variables: { TEST_WEBHOOK_ORIGIN: origin } });
    between = await startReceiver();
    const createAdmin = modules.identity.commands!['create-admin']!;
    await createAdmin(system.services.identity, [credentials.ADMIN_EMAIL, 'First', 'Admin'], new Date(), credentials);
  });
  afterEach(stopAll);
  after(() => Promise.all([between?.close(), system?.stop()]));

  const helmTest = (more: Record<string, string> = {}, gateway = system.url): Program =>
    run('charts/partner-ordering/files/place-order.ts', { ...credentials, ...more }, [gateway]);
  const steps = (program: Program): string[] =>
    program.stdout().split('\n').map((line) => line.replace(/^[\d.]+ s {2}/, '').replace(/[0-9a-f-]{36}/, '<gid>').replace(/\d+ bytes/, '<n> bytes')); // prettier-ignore
  const webhooks = async (): Promise<{ items: { description: string }[] }[]> => {
    const admin = await system.signIn('admin@example.com');
    const { body } = await admin.get('/v1/organizations?limit=100');
    const tested = (body.items as { gid: string; name: string }[]).filter(({ name }) => name.startsWith('Helm test '));
    assert.ok(tested.length > 0);
    return Promise.all(tested.map(async ({ gid }) => (await admin.get(`/v1/orgs/${gid}/webhooks`)).body));
  };

  test('an order goes through to its receipt, and its webhook is told of it, signed, and deleted', async () => {
    const program = helmTest({ WEBHOOK_ORIGIN: origin });
    assert.equal(await program.ended, 0, program.stdout());
    assert.deepEqual(steps(program), [
      ...['a token', 'a webhook, which a check has reached', 'the price: 120 EUR', 'the order <gid>'],
      ...['the event project.published, signed', 'its winner', 'the receipt, a PDF of <n> bytes', ''],
    ]);
    assert.deepEqual(
      (await webhooks()).flatMap(({ items }) => items),
      [],
    );
  });

  /** Hands on what was received last, and what is answered: unchanged, as 503, or not at all. */
  async function handOn(response: ServerResponse, lost?: '503' | 'reset'): Promise<void> {
    const { method, path, headers: given, body } = between.received.at(-1)!;
    const kept = Object.entries(given).filter(([name]) => ['authorization', 'content-type', 'idempotency-key'].includes(name));
    const headers = kept as [string, string][];
    const answer = await fetch(new URL(path, system.url), { method, headers, ...(body ? { body } : {}) });
    const answered = Buffer.from(await answer.arrayBuffer());
    if (lost === 'reset') response.destroy();
    else if (lost === '503') response.writeHead(503).end('{}');
    else response.writeHead(answer.status, { location: answer.headers.get('location') ?? '' }).end(answered);
  }

  test('a webhook is made once and deleted, though the answers to what took effect are lost', async () => {
    const attempts = new Map<string, number>();
    between.answer = (request, response) => {
      const { method = '', url = '' } = request;
      const isOfWebhook = /\/webhooks(\/[0-9a-f-]{36})?$/.test(url);
      if (!isOfWebhook) return void handOn(response);
      const attempt = (attempts.get(method) ?? 0) + 1;
      attempts.set(method, attempt);
      void handOn(response, ({ POST: ['503', 'reset'], DELETE: ['503'] } as const)[method as 'POST' | 'DELETE'][attempt - 1]);
    };
    const program = helmTest({ WEBHOOK_ORIGIN: origin }, new URL(between.url).origin);
    assert.equal(await program.ended, 0, program.stdout());
    assert.deepEqual(Object.fromEntries(attempts), { POST: 3, DELETE: 2 });
    assert.deepEqual(
      (await webhooks()).flatMap(({ items }) => items),
      [],
    );
  });

  for (const [moment, method, held] of [
    ['while its price is read', 'GET', '/v1/prices/for'],
    ['while its webhook is made', 'POST', '/webhooks'],
  ] as const)
    test(`SIGTERM ${moment} deletes its webhook, and its exit code is 1`, async () => {
      let isEnded = false;
      between.answer = (request, response) => {
        const isHeld = request.method === method && new URL(request.url!, system.url).pathname.endsWith(held);
        if (!isHeld) return void handOn(response);
        isEnded = program.process.kill('SIGTERM');
        if (method === 'POST') void handOn(response);
      };
      const program = helmTest({ WEBHOOK_ORIGIN: origin }, new URL(between.url).origin);
      assert.equal(await program.ended, 1, program.stdout());
      assert.ok(isEnded);
      assert.equal(steps(program).at(-2), 'Ended by SIGTERM');
      assert.deepEqual(
        (await webhooks()).flatMap(({ items }) => items),
        [],
      );
    });

  test('without an address of its own it makes no webhook', async () => {
    const program = helmTest();
    assert.equal(await program.ended, 0, program.stdout());
    assert.deepEqual(steps(program), [
      ...['a token', 'the price: 120 EUR', 'the order <gid>'],
      ...['its winner', 'the receipt, a PDF of <n> bytes', ''],
    ]);
  });
});
