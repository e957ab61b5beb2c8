import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, describe, test } from 'node:test';
import { modules } from '@partner-ordering/standalone';
import { startReceiver, type Receiver } from '@partner-ordering/testing';
import { run, stopAll, type Program } from '../program.ts';
import type { TestSystem } from '../test-system.ts';
import { origins, systemOfPrograms } from './system-of-programs.ts';

const credentials = {
  ADMIN_EMAIL: 'first@example.org',
  ADMIN_PASSWORD: 'a password from a Secret',
  ADMIN_CLIENT_SECRET: '8c41f09be7a2d53e86b90fd14a7c3e25',
};

describe('the program of helm test', () => {
  let system: TestSystem;
  let proxy: Receiver;
  before(async () => {
    system = await systemOfPrograms();
    proxy = await startReceiver();
    const createAdmin = modules.identity.commands!['create-admin']!;
    await createAdmin(system.services.identity, [credentials.ADMIN_EMAIL, 'First', 'Admin'], new Date(), credentials);
  });
  afterEach(stopAll);
  after(() => proxy?.close());

  const helmTest = (more: Record<string, string> = {}, gateway = system.url): Program =>
    run('charts/partner-ordering/files/place-order.ts', { ...credentials, ...more }, [gateway]);
  const steps = (program: Program): string[] =>
    program
      .stdout()
      .split('\n')
      .map((line) =>
        line
          .replace(/^[\d.]+ s {2}/, '')
          .replace(/[0-9a-f-]{36}/, '<gid>')
          .replace(/\d+ bytes/, '<n> bytes'),
      );
  /** The webhooks of the organizations that the program has created. */
  const webhooks = async (): Promise<{ gid: string }[]> => {
    const { api } = await system.signIn('admin@example.com');
    const tested = (await api.listOrganizations({ limit: 100 })).items.filter(({ name }) => name.startsWith('Helm test '));
    assert.ok(tested.length > 0);
    return (await Promise.all(tested.map(async ({ gid }) => (await api.listWebhooks(gid)).items))).flat();
  };

  test('an order gets its receipt, and its signed event reaches the webhook, which is then deleted', async () => {
    const program = helmTest({ WEBHOOK_ORIGIN: origins.helmTest });
    assert.equal(await program.ended, 0, program.stdout());
    assert.deepEqual(steps(program), [
      ...['a token', 'a webhook, which a check has reached', 'the price: 120 EUR', 'the order <gid>'],
      ...['the event project.published, signed', 'its winner', 'the receipt, a PDF of <n> bytes', ''],
    ]);
    assert.deepEqual(await webhooks(), []);
  });

  /** Passes on the last received request, and its answer back. */
  async function handOn(response: ServerResponse): Promise<void> {
    const { method, path, headers: requestHeaders, body } = proxy.received.at(-1)!;
    const keptHeaders = Object.entries(requestHeaders).filter(([name]) =>
      ['authorization', 'content-type', 'idempotency-key'].includes(name),
    );
    const headers = keptHeaders as [string, string][];
    const answer = await fetch(new URL(path, system.url), { method, headers, ...(body ? { body } : {}) });
    const answerBody = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { location: answer.headers.get('location') ?? '' }).end(answerBody);
  }

  test('SIGTERM during the creation of its webhook deletes it, and the exit code is 1', async () => {
    let isEnded = false;
    proxy.answer = (request, response) => {
      if (request.method === 'POST' && request.url!.endsWith('/webhooks')) isEnded = program.process.kill('SIGTERM');
      void handOn(response);
    };
    const program = helmTest({ WEBHOOK_ORIGIN: origins.helmTest }, new URL(proxy.url).origin);
    assert.equal(await program.ended, 1, program.stdout());
    assert.ok(isEnded);
    assert.equal(steps(program).at(-2), 'Ended by SIGTERM');
    assert.deepEqual(await webhooks(), []);
  });

  test('without an address for webhooks it creates none', async () => {
    const program = helmTest();
    assert.equal(await program.ended, 0, program.stdout());
    assert.deepEqual(steps(program), [
      ...['a token', 'the price: 120 EUR', 'the order <gid>'],
      ...['its winner', 'the receipt, a PDF of <n> bytes', ''],
    ]);
  });
});
