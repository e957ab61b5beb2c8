import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { freePort } from '@partner-ordering/testing';
import type { Browser } from 'playwright-core';
import { violationsOf, chromiumPath, openPage, startBrowser, type WatchedPage } from '../browser.ts';
import { startTestSystem } from '../system.ts';
import type { TestSystem } from '../test-system.ts';

const skip = chromiumPath === undefined && process.env['CI'] === undefined && 'there is no Chromium';
const verifier = randomBytes(32).toString('base64url');

/** The page at /oauth2/authorize in a real browser, with a local program that waits for its answer. */
describe('authorization page', { skip }, () => {
  let system: TestSystem;
  let browser: Browser;
  let clientId: string;
  /** The program's requests: paths, and the `Referer` of each. */
  const callbacks: [string, string | undefined][] = [];
  const program = createServer(({ url, headers }, response) => {
    if (url!.startsWith('/callback')) callbacks.push([url!, headers.referer]);
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><html lang="en"><title>Done</title><h1>Back in Planner</h1></html>');
  });
  before(async () => {
    const [port, programPort] = [await freePort(), await freePort()];
    [system, browser] = await Promise.all([startTestSystem({ port }), startBrowser()]);
    program.listen(programPort);
    const { api } = await system.signIn('admin@example.com');
    const application = { name: 'Planner', is_public: true, scopes: ['base' as const, 'files' as const] };
    const redirects = { redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'] };
    clientId = (await api.createApplication({ ...application, ...redirects, grants: ['authorization_code'] })).client_id;
  });
  after(async () => {
    program.close();
    await browser?.close();
    await system?.stop();
  });

  const redirectUri = (host = '127.0.0.1'): string => `http://${host}:${(program.address() as { port: number }).port}/callback`;
  const addressOf = (changes: Record<string, string> = {}): string => {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri(),
      scope: 'base files',
      state: 'as it was',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    return `${system.url}/oauth2/authorize?${new URLSearchParams({ ...parameters, ...changes })}`;
  };
  async function isSound({ page, complaints, hosts }: WatchedPage): Promise<void> {
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual([complaints, [...hosts]], [[], [new URL(system.url).host]]);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  }
  const focus = ({ page }: WatchedPage): Promise<unknown> => page.evaluate('document.activeElement.id');
  async function signIn({ page }: WatchedPage, password: string, email = 'user@example.com'): Promise<void> {
    await page.getByRole('textbox', { name: 'Email address' }).fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
  }

  test('a person allows the program after a wrong password, and it gets their token without a referrer', async () => {
    const watchedPage = await openPage(browser, addressOf(), 'en-GB');
    const { page } = watchedPage;
    assert.equal(await page.getByRole('heading').textContent(), 'Planner asks for access to your account');
    assert.equal(await focus(watchedPage), 'username');
    await isSound(watchedPage);
    await signIn(watchedPage, 'wrong-password');
    await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    assert.deepEqual([await focus(watchedPage), await page.getByLabel('Password').inputValue()], ['password', '']);
    await isSound(watchedPage);
    await signIn(watchedPage, 'demo-password');
    await page.getByRole('heading', { name: 'Back in Planner' }).waitFor();
    assert.deepEqual(watchedPage.complaints, []);
    const [path, referrer] = callbacks.pop()!;
    const answer = new URL(path, redirectUri()).searchParams;
    assert.deepEqual([answer.get('state'), answer.get('iss'), referrer], ['as it was', system.url, undefined]);
    const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri(), code_verifier: verifier };
    const body = new URLSearchParams({ ...form, code: answer.get('code')! });
    const token = (await (await fetch(`${system.url}/oauth2/token`, { method: 'POST', body })).json()) as { access_token: string };
    assert.equal((await system.bearer(token.access_token).api.getMe()).email, 'user@example.com');
  });

  test('a signed-in person needs no password the next time, and can sign in as another user', async () => {
    const watchedPage = await openPage(browser, addressOf(), 'en-GB');
    const { page } = watchedPage;
    await signIn(watchedPage, 'demo-password');
    await page.getByRole('heading', { name: 'Back in Planner' }).waitFor();
    watchedPage.hosts.clear();
    await page.goto(addressOf());
    await page.getByText('You are signed in as user@example.com.').waitFor();
    await isSound(watchedPage);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Back in Planner' }).waitFor();
    assert.match(callbacks.pop()![0], /code=/);
    await page.goto(addressOf());
    await page.getByRole('button', { name: 'Use another account' }).click();
    await signIn(watchedPage, 'demo-password', 'colleague@example.com');
    await page.getByRole('heading', { name: 'Back in Planner' }).waitFor();
    await page.goto(addressOf());
    await page.getByText('You are signed in as colleague@example.com.').waitFor();
    assert.deepEqual(watchedPage.complaints, []);
  });

  test('Cancel returns to the program at once, also in French, on a small dark screen and to IPv6', async () => {
    const watchedPage = await openPage(browser, addressOf({ redirect_uri: redirectUri('[::1]') }), 'fr-FR');
    const { page } = watchedPage;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await isSound(watchedPage);
    await page.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('heading', { name: 'Back in Planner' }).waitFor();
    assert.match(callbacks.pop()![0], /error=access_denied/);
    assert.deepEqual(watchedPage.complaints, []);
  });

  test('an invalid request shows a page with its faults for developers', async () => {
    const watchedPage = await openPage(browser, addressOf({ redirect_uri: 'https://evil.example/' }), 'en-GB');
    await watchedPage.page.getByText('redirect_uri: is not one of the application').waitFor();
    await isSound(watchedPage);
  });

  test('another website can neither send the form nor frame the page', async () => {
    const { page } = await openPage(browser, redirectUri(), 'en-GB');
    const fields = [
      ...new URL(addressOf()).searchParams,
      ['username', 'user@example.com'],
      ['password', 'demo-password'],
      ['decision', 'allow'],
    ];
    const markup = fields.map(([name, value]) => `<input name="${name}" value="${value}">`).join('');
    await page.setContent(`<form method="post" action="${system.url}/oauth2/authorize">${markup}<button>Win</button></form>`);
    await page.getByRole('button').click();
    await page.getByText('Another website has sent this form').waitFor();
    await page.goto(redirectUri());
    await page.setContent(`<iframe src="${addressOf()}"></iframe>`);
    await page.waitForLoadState('networkidle');
    assert.equal(await page.frameLocator('iframe').getByLabel('Password').count(), 0);
  });
});
