import assert from 'node:assert/strict';
import { before, afterEach, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { Page, Route } from 'playwright-core';
import { findOffer, orderOf } from '../orders.ts';
import { orderAt, sharedWorld, signIn, skip, type ConsoleWorld } from './console.ts';
import { reads } from './files.ts';

/** Unused files, refusals half-way, and the end of a session. */
describe('interruptions in the console', { skip }, () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await sharedWorld();
  });
  afterEach(() => world.leave());

  test('an upload that is removed, or whose dialog is closed, stops and is not attached', async () => {
    const visit = await world.openAs('user@example.com', '/console/orders/new?product=specific');
    const { page } = visit;
    await page.getByRole('textbox', { name: 'Title' }).fill('A poster');
    await page.getByRole('textbox', { name: 'What you need' }).fill('Tall');
    const counts = { begun: 0, ended: 0 };
    await page.route('**/v1/storage', () => void counts.begun++);
    page.on('requestfailed', (request) => void (request.url().endsWith('/v1/storage') && counts.ended++));
    const save = page.getByRole('button', { name: 'Save as draft' });

    await page.getByLabel('Files for the creatives').setInputFiles([reads('wrong.txt', 'Small')]);
    await page.getByRole('progressbar', { name: 'wrong.txt' }).waitFor();
    await eventually(() => assert.deepEqual(counts, { begun: 1, ended: 0 }));
    assert.equal(await save.isEnabled(), false);
    await page.getByRole('button', { name: 'Remove: wrong.txt' }).click();
    await eventually(() => assert.equal(counts.ended, 1));
    assert.equal(await page.getByText('wrong.txt').count(), 0);
    await save.click();
    await orderAt(visit, 'A poster');

    await page.getByRole('button', { name: 'Add files' }).click();
    await page
      .getByRole('dialog')
      .getByLabel('Files')
      .setInputFiles([reads('late.txt', 'Wide')]);
    await eventually(() => assert.deepEqual(counts, { begun: 2, ended: 1 }));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without sending?' }).getByRole('button', { name: 'Leave' }).click();
    await eventually(() => assert.equal(counts.ended, 2));
    await page.reload();
    await orderAt(visit, 'A poster');
    assert.equal(await page.getByRole('button', { name: /\.txt/ }).count(), 0);
  });

  test('a file that is added while a message is being sent stays for the next message', async () => {
    const user = await world.system.signIn('user@example.com');
    const { gid } = await user.api.createProject(orderOf(await findOffer(user), { title: 'Two files', state: 'published' }));
    const { page } = await world.openAs('user@example.com', `/console/orders/${gid}`);
    const { promise: heldRoute, resolve: holdRoute } = Promise.withResolvers<Route>();
    await page.route('**/messages', holdRoute, { times: 1 });
    const field = page.getByLabel('Attach files');
    const lineOf = (name: string) => page.getByRole('button', { name: `Remove: ${name}` });
    await page.getByRole('textbox', { name: 'Message' }).fill('Here is one');
    await field.setInputFiles([reads('one.txt', '1')]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const sending = await heldRoute;
    await field.setInputFiles([reads('two.txt', '2')]);
    await lineOf('two.txt').waitFor();
    await sending.continue();
    await lineOf('one.txt').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Message' }).fill('And another');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const log = page.getByRole('log');
    await log
      .getByRole('listitem')
      .filter({ hasText: 'And another' })
      .getByRole('button', { name: /^two\.txt/ })
      .waitFor();
    assert.equal(await log.getByRole('button', { name: /\.txt/ }).count(), 2);
  });

  test('a failed request for a proposal shows its reason, and another press repeats it for the same order', async () => {
    const visit = await world.openAs('user@example.com', '/console/orders/new?product=specific');
    const { page, requests } = visit;
    await page.getByRole('textbox', { name: 'Title' }).fill('A mural');
    await page.getByRole('textbox', { name: 'What you need' }).fill('For the wall');
    const refusal = { status: 403, json: { error: { message: 'Not at this hour' } } };
    await page.route('**/console/api/projects/*', (route) => route.fulfill(refusal), { times: 1 });
    const askButton = page.getByRole('button', { name: 'Ask for a proposal' });
    await askButton.click();
    await page.getByRole('status').getByText('Not at this hour').waitFor();
    await orderAt(visit, 'A mural');
    await askButton.click();
    await page.getByText('We are preparing a proposal.').waitFor();
    assert.equal(requests.filter((line) => line.startsWith('POST ')).length, 1);
  });

  test('a page whose session has ended sends no more requests automatically', async () => {
    const visit = await world.openAnonymously('/console/orders');
    const { page, requests } = visit;
    await page.clock.install();
    await signIn(page, 'user@example.com');
    await visit.settles();
    requests.length = 0;
    await page.clock.runFor(16_000);
    await eventually(() => requests.some((line) => line.includes('/projects?')));
    await endSession(page);
    await page.clock.runFor(16_000);
    await page.getByRole('dialog', { name: 'You are signed out' }).waitFor();
    await visit.settles();
    requests.length = 0;
    await page.clock.runFor(60_000);
    await visit.settles();
    assert.deepEqual(requests, []);
  });

  test('the number of orders that await the reader is asked again when the tab is opened, not as time passes', async () => {
    const { page, requests, settles, returnsFor } = await world.openAnonymously('/console/profile');
    await page.clock.install();
    await signIn(page, 'user@example.com');
    await settles();
    const user = await world.system.signIn('user@example.com');
    const { gid } = await user.api.createProject(orderOf(await findOffer(user), { title: 'Judged later', state: 'published' }));
    await world.postWork(gid);
    requests.length = 0;
    await page.clock.runFor(61_000);
    await settles();
    assert.deepEqual(
      requests.filter((line) => line.includes('awaits')),
      [],
    );
    await returnsFor(page.getByRole('link', { name: /^Home \d+ waiting$/ }));
    await world.admin.api.updateProject(gid, { status: 'canceled' });
  });

  test('a page whose session has ended keeps its inputs and continues after a sign-in in another tab', async () => {
    const visit = await world.openAs('user@example.com', '/console/orders/new?product=specific');
    const { page } = visit;
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought');
    await endSession(page);
    await visit.returnsFor(page.getByRole('dialog', { name: 'You are signed out' }));
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('dialog', { name: 'You are signed out' });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), dialog.getByRole('link', { name: 'Sign in' }).click()]);
    await signIn(tab, 'user@example.com');
    await tab.close();
    await eventually(async () => {
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
      assert.equal(await dialog.count(), 0);
    });
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a thought');
    await page.getByRole('textbox', { name: 'What you need' }).fill('The other half');
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await orderAt(visit, 'Half a thought');
  });

  /** As a tab of the same browser does. */
  const endSession = async (page: Page): Promise<void> => {
    const tab = await page.context().newPage();
    await tab.goto(`${world.system.url}/oauth2/sign_out`);
    await tab.getByRole('button').click();
    // A tab that is closed while it goes elsewhere may never say that it is closed.
    await tab.getByRole('button').waitFor({ state: 'detached' });
    await tab.close();
  };
});
