import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { freePort } from '@partner-ordering/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromiumPath, isComplaint, startBrowser, violationsOf } from './browser.ts';
import { startTestSystem } from './system.ts';
import { demoGids, isOverKafka, type TestSystem } from './test-system.ts';

const skip =
  (chromiumPath === undefined && process.env['CI'] === undefined && 'there is no Chromium') ||
  (isOverKafka() && 'it needs a system of this process');

/** The page at `/docs/reference/`, as somebody of the demo's test organization sees it. */
describe('the reference', { skip }, () => {
  let system: TestSystem;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  before(async () => {
    const built = join(import.meta.dirname, '../../portal/dist/reference/index.html');
    if (!existsSync(built)) throw new Error('The portal is not built: run `npm run build -w portal`.');
    const port = await freePort();
    [system, browser] = await Promise.all([startTestSystem({ port, variables: { DOCS_TRY_IT: 'test' } }), startBrowser()]);
  });
  after(() => Promise.all([browser?.close(), system?.stop()]));
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    assert.deepEqual(complaints.splice(0), []);
  });

  /** Opens the page in a new browser, in which nothing may ask another host or break the Content-Security-Policy. */
  async function open(
    hash = '',
    { width = 1280, colorScheme = 'light' as 'light' | 'dark', prepare = async (_: Page): Promise<unknown> => undefined } = {},
  ) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    contexts.push(context);
    context.on('weberror', (error) => void complaints.push(String(error.error())));
    context.on('console', (line) => void (isComplaint(line) && complaints.push(line.text())));
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^https?:$/.test(protocol) && origin !== system.url) complaints.push(`asked ${request.url()}`);
    });
    const page = await context.newPage();
    await prepare(page);
    await page.goto(`${system.url}/docs/reference/${hash}`);
    await page.locator('.opblock-tag').first().waitFor();
    return page;
  }
  const openOperation = async (name: string, options: Parameters<typeof open>[1] = {}) => {
    const page = await open(`#${name}`, options);
    const operation = page.locator(`[id$="-${name}"]`);
    await operation.getByRole('heading', { name: 'Responses' }).waitFor();
    return { page, operation };
  };
  /** Signs in at the page's window, by keyboard. */
  async function signIn(page: Page, email: string) {
    const [window] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in to try' }).click()]);
    await window.getByRole('textbox', { name: 'Email address' }).fill(email);
    await window.locator('#password').fill('demo-password');
    const closed = window.waitForEvent('close');
    await window.keyboard.press('Enter');
    await closed;
  }

  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const)
    test(`an address opens its operation with its examples, without faults of accessibility, at ${width} px, ${colorScheme}`, async () => {
      const { page, operation } = await openOperation('createProject', { width, colorScheme });
      assert.match(await operation.locator('.body-param__example').innerText(), /A logo for the spring campaign/);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      assert.deepEqual(await violationsOf(page), []);
      await page.evaluate(`location.hash = 'getUploadForm'`);
      await page.locator('[id$="-getUploadForm"]').getByRole('heading', { name: 'Responses' }).waitFor();
    });

  test('an example that is spread over fields is shown as a whole, also where a field refers to a schema', async () => {
    const { operation } = await openOperation('listProducts');
    const example = await operation.locator('.highlight-code').first().innerText();
    for (const part of [/"gid": "019a0000-/, /"title": "Web"/, /"enum": \[\s+5,\s+10\s+\]/]) assert.match(example, part);
  });

  test('words find operations by name, path and summary, until a link leads to another', async () => {
    const page = await open();
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('webhook secret');
    await page.getByText('2 of ').waitFor();
    const found = page.locator('.opblock-summary-operation-id');
    await found.first().waitFor();
    assert.deepEqual(await found.allTextContents(), ['getWebhookSecret', 'rotateWebhookSecret']);
    await page.evaluate(`location.hash = 'createProject'`);
    await page.locator('[id$="-createProject"]').getByRole('heading', { name: 'Responses' }).waitFor();
  });

  test('a tester signs in beside the open operation, drafts an order, reads it and uploads a file; the token is stored nowhere', async () => {
    const { page, operation } = await openOperation('createProject');
    await signIn(page, 'user@other.example.com');
    await page.getByText('Signed in as user@other.example.com of Northlight Studio').waitFor();
    const tester = await system.signIn('user@other.example.com');
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const body = operation.getByRole('textbox', { name: 'Request body' });
    const drafted = JSON.parse(await body.inputValue()) as { organization: { gid: string } };
    assert.equal(drafted.organization.gid, demoGids.northlightStudio);
    await operation.getByRole('button', { name: 'Execute' }).press('Enter');
    await operation.locator('.live-responses-table').getByText('201', { exact: true }).waitFor();
    const answer = operation.locator('h4:focus', { hasText: 'Server response' });
    await answer.waitFor();
    await operation.getByRole('combobox', { name: 'Example' }).selectOption('An order');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await answer.waitFor();
    const { items } = await tester.api.listProjects({ search: 'spring campaign', orderBy: 'created_at', sort: 'asc' });
    assert.deepEqual(
      items.map(({ state }) => state),
      ['draft', 'published'],
    );
    assert.equal(await page.getByRole('button', { name: 'Projects', exact: true, expanded: true }).count(), 1);
    assert.match(await operation.locator('.curl').innerText(), /Bearer <token>/);

    await page.evaluate(`location.hash = 'getProject'`);
    const reading = page.locator('[id$="-getProject"]');
    await reading.getByRole('button', { name: 'Try it out' }).click();
    await reading.getByRole('textbox', { name: 'gid' }).fill(items[0]!.gid);
    await reading.getByRole('button', { name: 'Execute' }).click();
    await reading.locator('.live-responses-table').getByText('200', { exact: true }).waitFor();

    await page.getByLabel('Upload a file').setInputFiles({ name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('A loaf.') });
    await page.getByText(/^\{"url":"[^"]+"\}$/).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    const stored = '[{ ...localStorage }, { ...sessionStorage }, document.cookie, document.body.innerHTML.includes("eyJ")]';
    assert.deepEqual(await page.evaluate(stored), [{}, {}, '', false]);

    const revocation = page.waitForResponse('**/oauth2/revoke');
    await page.getByRole('button', { name: 'Sign out' }).click();
    assert.equal((await revocation).status(), 200);
    await page.getByRole('button', { name: 'Sign in to try' }).waitFor();
    await page.getByRole('link', { name: 'session of your browser' }).waitFor();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Sign in first.').waitFor();
  });

  test('somebody of an ordinary organization is told why they may not try', async () => {
    const page = await open();
    await signIn(page, 'user@example.com');
    await page.getByText(/all test organizations/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign in to try' }).count(), 1);
  });

  test('a token is renewed before it expires; an ended session and too many requests are said in words', async () => {
    const { page, operation } = await openOperation('getMe', { prepare: (one) => one.clock.install() });
    await signIn(page, 'manager@other.example.com');
    await page.getByText('Signed in as').waitFor();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const execute = operation.getByRole('button', { name: 'Execute' });
    const renewal = page.waitForRequest((request) => request.postData()?.includes('grant_type=refresh_token') ?? false);
    await page.clock.fastForward('59:30');
    await execute.click();
    assert.equal((await (await renewal).response())?.status(), 200);
    await operation.locator('.live-responses-table').getByText('200', { exact: true }).waitFor();

    const answers = [429, 401];
    await page.route('**/v1/me', (route) => route.fulfill({ status: answers.shift()!, headers: { 'retry-after': '7' }, body: '{}' }));
    await execute.click();
    await page.getByText('Too many requests: try again in 7 seconds.').waitFor();
    await execute.click();
    await page.getByText('Your session has ended: sign in again.').waitFor();
    await page.getByRole('button', { name: 'Sign in to try' }).waitFor();
  });

  test('nothing can be tried where the installation says so', async () => {
    const prepare = (page: Page) => page.route('**/settings.json', (route) => route.fulfill({ json: { tryIt: false } }));
    const { page, operation } = await openOperation('getMe', { prepare });
    await page.getByText('send it with curl').waitFor();
    assert.deepEqual(
      [await operation.getByRole('button', { name: 'Try it out' }).count(), await page.getByRole('button', { name: 'Sign in' }).count()],
      [0, 0],
    );
  });
});
