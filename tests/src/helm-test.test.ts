import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { modules } from '@partner-ordering/standalone';
import { freePort } from '@partner-ordering/testing';
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
  before(async () => {
    origin = `http://localhost:${await freePort()}`;
    system = await startTestSystem({ variables: { TEST_WEBHOOK_ORIGIN: origin } });
    const createAdmin = modules.identity.commands!['create-admin']!;
    await createAdmin(system.services.identity, [credentials.ADMIN_EMAIL, 'First', 'Admin'], new Date(), credentials);
  });
  afterEach(stopAll);
  after(() => system?.stop());

  const helmTest = (more: Record<string, string> = {}): Program =>
    run('charts/partner-ordering/files/place-order.ts', { ...credentials, ...more }, [system.url]);
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

  test('without an address of its own it makes no webhook', async () => {
    const program = helmTest();
    assert.equal(await program.ended, 0, program.stdout());
    assert.deepEqual(steps(program), [
      ...['a token', 'the price: 120 EUR', 'the order <gid>'],
      ...['its winner', 'the receipt, a PDF of <n> bytes', ''],
    ]);
  });
});
