import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createGateway, type Gateway } from '@partner-ordering/gateway';
import { keysInFolder } from '@partner-ordering/service';
import { eventually } from '@partner-ordering/testing';
import { temporaryFolder } from './program.ts';
import { keyFolder, startTestSystem } from './system.ts';
import { isOverKafka, issuer, type TestSystem } from './test-system.ts';

const password = 'demo-password';
const NEW = 'zebra-lamp-42';

/** The console's use of the API, at a separate gateway: the system's own gateway stands for another instance. */
describe("the console's API", { skip: isOverKafka() && 'it needs the addresses of the services' }, () => {
  const built = temporaryFolder();
  let system: TestSystem;
  let gateway: Gateway;
  let url: string;
  let now = new Date();
  before(async () => {
    system = await startTestSystem({ clock: () => now });
    mkdirSync(join(built.path, 'assets'));
    writeFileSync(join(built.path, 'index.html'), '<!doctype html><title>Console</title>');
    const services = Object.fromEntries(Object.entries(system.serviceUrls).map(([name, address]) => [name, [address]]));
    const serviceKeys = () => keysInFolder(keyFolder(), 'gateway');
    const config = { services, issuer, environment: 'test', serviceKeys, console: { folder: built.path } } as const;
    gateway = await createGateway(config, { clock: () => now });
    url = `http://127.0.0.1:${(await gateway.listen(0, '127.0.0.1')).port}`;
    await eventually(() => assert.ok(gateway.isReady()));
  });
  after(async () => {
    await gateway?.close();
    await system?.stop();
    built.remove();
  });

  const pass = (path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${url}${path}`, { redirect: 'manual', ...init, headers: { origin: issuer, ...headers } });
  const form = (fields: Record<string, string>) => new URLSearchParams(fields);

  /** A browser in which a person of the demo data is signed in. */
  async function browsing(username = 'user@example.com') {
    const body = form({ username, password, return_to: '/console/orders' });
    const answer = await pass('/oauth2/sign_in', { method: 'POST', body });
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/console/orders']);
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
    const api = (path: string, method = 'GET', body?: unknown) =>
      pass(`/console/api${path}`, {
        method,
        headers: { cookie, 'x-console': '1', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    return {
      cookie,
      api,
      signOut: () => pass('/oauth2/sign_out', { method: 'POST', headers: { cookie }, body: form({ return_to: '/console/' }) }),
    };
  }
  const meOf = async ({ api }: Pick<Awaited<ReturnType<typeof browsing>>, 'api'>) => {
    const answer = await api('/me');
    return answer.status === 200 ? ((await answer.json()) as { gid: string; email: string }) : answer.status;
  };
  const admin = () => system.signIn('admin@example.com');

  test('a signed-in user reads and changes the same as with a token, in several requests at once', async () => {
    const browser = await browsing();
    const answers = await Promise.all([meOf(browser), meOf(browser), meOf(browser)]);
    assert.deepEqual(
      answers.map((me) => (me as { email: string }).email),
      Array(3).fill('user@example.com'),
    );
    const changed = await browser.api('/me', 'PUT', { phone: '+33 1 23 45 67 89' });
    assert.equal(changed.status, 200, await changed.text());
    const actions = [
      { relative_url: '/me', method: 'GET' },
      { relative_url: '/projects?limit=1', method: 'GET' },
    ];
    const results = (await (await browser.api('/batch', 'POST', actions)).json()) as { status: number }[];
    assert.deepEqual(
      results.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await browser.api('/me/sessions')).status, 200);
    assert.equal((await pass('/console/orders', { headers: { accept: 'text/html' } })).status, 200);
    const { status } = await pass('/v1/me', { headers: { cookie: browser.cookie } });
    assert.equal(status, 401);
  });

  test('a sign-out ends the session at once, and its token at every service', async () => {
    const [browser, otherBrowser] = [await browsing(), await browsing()];
    assert.notEqual(await meOf(browser), 401);
    const { status, headers } = await browser.signOut();
    assert.deepEqual([status, headers.get('location')], [303, '/oauth2/sign_in?return_to=%2Fconsole%2F']);
    assert.equal(await meOf(browser), 401);
    assert.notEqual(await meOf(otherBrowser), 401);
  });

  test('a sign-out at another gateway ends the session within two seconds', async () => {
    const browser = await browsing();
    assert.notEqual(await meOf(browser), 401);
    const headers = { cookie: browser.cookie, origin: issuer };
    assert.equal((await fetch(`${system.url}/oauth2/sign_out`, { method: 'POST', headers })).status, 200);
    await eventually(async () => assert.equal(await meOf(browser), 401));
  });

  test('a change of the password in the console ends all other sessions', async () => {
    const { gid } = (await meOf(await browsing('manager@example.com'))) as { gid: string };
    const [browser, otherBrowser] = [await browsing('manager@example.com'), await browsing('manager@example.com')];
    assert.notEqual(await meOf(otherBrowser), 401);
    const refusal = await browser.api('/me/password', 'PUT', { current_password: 'wrong-password', password: NEW });
    assert.deepEqual([refusal.status, /current_password/.test(await refusal.text())], [400, true]);
    assert.equal((await browser.api('/me/password', 'PUT', { current_password: password, password: NEW })).status, 204);
    await eventually(async () => assert.equal(await meOf(otherBrowser), 401));
    assert.equal(((await meOf(browser)) as { gid: string }).gid, gid);
    await system.setPassword(gid);
  });

  test('disabling a user ends their console session for good', async () => {
    const browser = await browsing('colleague@example.com');
    const { gid } = (await meOf(browser)) as { gid: string };
    const adminClient = await admin();
    assert.equal((await adminClient.put(`/v1/users/${gid}`, { is_enabled: false })).status, 204);
    await eventually(async () => assert.equal(await meOf(browser), 401));
    assert.equal((await adminClient.put(`/v1/users/${gid}`, { is_enabled: true })).status, 204);
    assert.equal(await meOf(browser), 401);
  });

  test('a session ends two hours after its last request', async () => {
    const browser = await browsing();
    assert.notEqual(await meOf(browser), 401);
    now = new Date(now.getTime() + 2 * 3_600_000);
    assert.equal(await meOf(browser), 401);
  });
});
