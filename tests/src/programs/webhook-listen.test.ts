import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually, freePort, type ApiClient } from '@partner-ordering/testing';
import { endsSoon, run, stop, stopAll, type Program } from '../program.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';

const webhooks = `/v1/orgs/${demoGids.harbourBakery}/webhooks`;

describe('the command npm run webhook:listen', () => {
  let system: TestSystem;
  let manager: ApiClient;
  before(async () => {
    system = await startTestSystem({ variables: { ALLOW_PRIVATE_TARGETS: 'true' } });
    manager = await system.signIn('manager@example.com');
  });
  afterEach(stopAll);
  after(() => system?.stop());

  const listen = (...args: string[]): Program => run('workspace/webhook-listen/main.ts', {}, [`--url=${system.url}`, ...args]);

  /** The command's webhook, once its output says that it listens. */
  async function webhookOf(program: Program): Promise<{ gid: string; url: string; events: string[] | null }> {
    const addressOrError = () => /^http:\/\/127\.0\.0\.1:\d+\//.exec(program.stdout())?.[0] ?? program.stderr();
    const url = await eventually(() => addressOrError() !== '' && addressOrError());
    assert.match(url, /^http/);
    const { items } = (await manager.get(webhooks)).body;
    return items.find((webhook: { url: string }) => webhook.url === url);
  }

  const checked = async (gid: string) => (await manager.post(`${webhooks}/check`, { webhook: { gid } })).body;

  test('the command registers a webhook, prints verified events without colors outside a terminal, and removes the webhook', async () => {
    const program = listen('--events=project.*,receipt.created');
    const { gid, events } = await webhookOf(program);
    assert.deepEqual(events, ['project.*', 'receipt.created']);
    assert.equal((await checked(gid)).status, 204);
    await eventually(() => /✓ webhook\.check {2}\S{36}\n {2}\{\}\n/.test(program.stdout()));
    assert.equal(program.stdout().includes('\u001b'), false);
    assert.equal(await stop(program, 'SIGINT'), 0);
    assert.equal((await manager.get(`${webhooks}/${gid}`)).status, 404);
  });

  test('the command answers the given status, and 401 with the reason to requests that the service has not signed', async () => {
    const program = listen('--status=503');
    const { gid, url } = await webhookOf(program);
    assert.equal((await checked(gid)).status, 503);
    assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401);
    await eventually(() => /✗ not verified: the request has no webhook-id/.test(program.stdout()));
  });

  test('the command exits with 1 and a message without an API and for an invalid argument', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const cases: [string, RegExp][] = [
      [`--url=${nowhere}`, /^There is no API at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Start it with npm start/],
      ['--colour', /^Unknown option '--colour'.*\nnpm run webhook:listen/],
      ['--events=dog.barked', /^The API refused it: createWebhook: 400 .*events/],
    ];
    for (const [argument, message] of cases) {
      const program = listen(argument);
      assert.equal(await endsSoon(program), 1, argument);
      assert.match(program.stderr(), message);
    }
  });
});
